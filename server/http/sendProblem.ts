import type { Request, Response } from 'express';
import type { Problem } from '../../shared/errors.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import { statusOfCode } from './errorStatus.ts';

/** Answers with a problem: `{ problem }` for programs, a small page for a browser that asked for one. */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  response.status(statusOfCode[problem.code]).set('cache-control', 'no-store');
  if (wantsPage(request)) response.type('html').send(problemPage(wordsOfProblem(problem)));
  else response.json({ problem });
}

/** Whether a browser asks for a page to show, rather than a program for data. */
export function wantsPage(request: Request): boolean {
  return (
    request.method === 'GET' &&
    !request.path.startsWith('/api/') &&
    /\btext\/html\b/.test(request.headers.accept ?? '')
  );
}

/** Plain HTML: the content security policy allows neither scripts nor styles inside it. */
export function problemPage(sentence: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Forkpoint</title></head>
<body><h1>Forkpoint</h1><p>${escapeHtml(sentence)}</p></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
