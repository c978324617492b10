import { EnvHttpProxyAgent } from 'undici';

/**
 * The way through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, or null where none is set. Node 20's own
 * `fetch` ignores these variables.
 */
export function proxyAgentFrom(env: NodeJS.ProcessEnv): EnvHttpProxyAgent | null {
  const httpProxy = env.http_proxy || env.HTTP_PROXY || '';
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || '';
  if (httpProxy === '' && httpsProxy === '') return null;
  return new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy: env.no_proxy || env.NO_PROXY || '' });
}
