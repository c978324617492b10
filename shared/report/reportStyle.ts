/** How a report looks: light and dark by the reader's own choice, and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --text: #16181d; --dim: #5b6270; --page: #fbfbf9; --line: #dfe1e6; --card: #ffffff;
  --good: #1a7431; --bad: #b3261e; --waiting: #855000; --added: #e2f5e7; --removed: #fde7e7; --mark-added: #a6dfb6; --mark-removed: #f6b3b0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7e9ee; --dim: #9aa3b2; --page: #14161a; --line: #30343c; --card: #1b1e24;
    --good: #6fce8a; --bad: #ff8a80; --waiting: #e3b25b; --added: #14301d; --removed: #3a1b1b; --mark-added: #1f5a34; --mark-removed: #6e2a28; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line); }
h3 { font-size: .95rem; margin: 1.5rem 0 .5rem; }
p { margin: .35rem 0; white-space: pre-wrap; }
header p, .dim { color: var(--dim); }
.good { color: var(--good); } .bad { color: var(--bad); } .waiting { color: var(--waiting); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); font-size: .9rem; }
th, td { text-align: start; vertical-align: top; padding: .45rem .7rem; border: 1px solid var(--line); font-weight: 400; }
td { min-width: 10rem; white-space: pre-wrap; }
thead th { font-weight: 600; }
tbody th { color: var(--dim); white-space: pre-line; max-width: 14rem; }
code, pre { font-family: ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; font-size: .85rem; }
pre { margin: .5rem 0; padding: .6rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--card); overflow-x: auto; }
pre:not(.lines) { padding-inline: .75rem; white-space: pre-wrap; }
pre.lines > * { display: block; min-width: max-content; padding-inline: .75rem; text-decoration: none; color: inherit; }
pre.lines i { display: inline-block; width: 1.25rem; font-style: normal; color: var(--dim); }
pre ins { background: var(--added); } pre del { background: var(--removed); }
mark { color: inherit; background: var(--mark-added); border-radius: 2px; } del mark { background: var(--mark-removed); }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: 6px; padding: .4rem .75rem; background: var(--card); }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media print { body { max-width: none; padding: 0; background: none; } pre, .table { overflow: visible; }
  pre, pre.lines > * { white-space: pre-wrap; min-width: 0; } tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
`;
