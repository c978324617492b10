import { JsonTree } from '../content/JsonTree.tsx';
import { LegalityList } from '../content/LegalityNotes.tsx';
import { LongText } from '../content/LongText.tsx';
import { RepairedDiff } from '../content/RepairedDiff.tsx';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { curlOfRequest, notesOfUnkept } from './curlOfRequest.ts';
import { Fact, FactList, factNumber } from './FactList.tsx';
import { Fold } from './Fold.tsx';
import styles from './RequestTab.module.css';
import type { SentRequest } from './sentRequest.ts';
import { ToolList } from './ToolList.tsx';

/** The request to its last part: parameters, system, tools, and the messages as they are sent. */
export function SentView({ request }: { request: SentRequest }) {
  const { settings, sent, stored, mended, unkept, body } = request;
  return (
    <>
      <div className={styles.titleRow}>
        <h3 className={styles.title}>{words('inspector.requestSent')}</h3>
        <CopyLabelled label={words('inspector.copyCurl')} text={() => curlOfRequest(request)} />
        <CopyLabelled label={words('inspector.copyJson')} text={() => JSON.stringify(body, null, 2)} />
      </div>
      <FactList>
        <Fact name={words('inspector.model')}>{String(body.model)}</Fact>
        <Fact name={words('inspector.messagesSent')}>{factNumber(sent.length)}</Fact>
        <Fact name={words('inspector.maxTokens')}>{factNumber(settings.maxTokens)}</Fact>
        <Fact name={words('inspector.thinkingSetting')} optional>
          {settings.thinking === undefined ? null : JSON.stringify(settings.thinking)}
        </Fact>
        <Fact name={words('inspector.betas')} optional>
          {settings.betas?.join(', ') || null}
        </Fact>
      </FactList>
      {unkept.length > 0 && (
        <ul className={styles.unkept}>
          {notesOfUnkept(unkept).map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {settings.system !== undefined && (
        <div className={styles.part}>
          <h4 className={styles.label}>{words('inspector.systemText')}</h4>
          <div className={styles.system}>
            <LongText text={settings.system} />
          </div>
        </div>
      )}
      {settings.tools && <ToolList tools={settings.tools} />}
      <Fold title={words('inspector.messagesAsSent', { count: sent.length })}>
        <JsonTree value={sent} />
      </Fold>
      {mended.length > 0 && (
        <Fold title={words('inspector.mended', { count: mended.length })}>
          <LegalityList problems={mended} />
          <RepairedDiff stored={stored} sent={sent} />
        </Fold>
      )}
      <Fold title={words('inspector.wholeBody')}>
        <JsonTree value={body} />
      </Fold>
    </>
  );
}

function CopyLabelled({ label, text }: { label: string; text: () => string }) {
  return (
    <span className={styles.copy}>
      <span aria-hidden>{label}</span>
      <CopyButton text={text} label={words('inspector.copyRequestAs', { form: label })} />
    </span>
  );
}
