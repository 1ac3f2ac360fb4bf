/** Styles of the administration pages, matching the app's header and screen width. */
export const deskStyles = `
:root { --header: #1f5137; --header-strong: #163d29; --on-header: #fffdf8; --on-header-muted: #cfddd2; --forest-tint: #e3ece2; }
@media (prefers-color-scheme: dark) {
  :root { --header: #17241d; --header-strong: #101a15; --on-header: #eef1ea; --on-header-muted: #a9b5ac; --forest-tint: #22342a; }
}
body.desk { display: block; padding: 0; background: var(--paper); }
.desk main, .desk main.wide { max-width: 96rem; margin-inline: auto; padding: 24px 16px 48px; border: 0; border-radius: 0; background: none; box-shadow: none; }
.desk .skip { position: absolute; inset-inline-start: 16px; top: 8px; z-index: 1; padding: 8px 16px; border-radius: 8px; background: var(--surface); transform: translateY(-200%); }
.desk .skip:focus-visible { transform: none; }
.desk-header { background: var(--header); color: var(--on-header); }
.desk-header a { color: inherit; text-decoration: none; }
.desk-header :focus-visible { outline-color: var(--on-header); outline-offset: -3px; }
.desk-bar { display: flex; align-items: center; justify-content: space-between; gap: 8px; min-height: 56px; padding-inline: 16px; }
.desk-bar .brand { margin: 0; min-height: 44px; }
.desk-bar nav { display: flex; gap: 4px; }
.desk-bar nav a { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 12px; border-radius: 8px; }
.desk-bar nav a:hover { background: color-mix(in srgb, currentcolor 14%, transparent); }
.desk-areas { background: var(--header-strong); overflow-x: auto; scrollbar-width: none; }
.desk-areas ul, .tabs ul { display: flex; gap: 4px; margin: 0; padding: 0; list-style: none; }
.desk-areas ul { padding-inline: 12px; }
.desk-areas a { display: flex; align-items: center; min-height: 44px; padding-inline: 12px; border-bottom: 3px solid transparent; color: var(--on-header-muted); font-weight: 400; white-space: nowrap; }
.desk-areas a:hover { color: var(--on-header); }
.desk-areas a[aria-current] { border-bottom-color: var(--ochre); color: var(--on-header); font-weight: 600; }
.tabs { margin-bottom: 24px; border-bottom: 1px solid var(--line); }
.tabs a { display: flex; align-items: center; min-height: 44px; padding-inline: 16px; border-bottom: 3px solid transparent; color: var(--muted); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-bottom-color: var(--forest); color: var(--ink); }
.desk h1 { font-size: clamp(28px, 19px + 2.2vw, 36px); margin-bottom: 16px; }
.desk main > form, .desk main > dl { max-width: 40rem; }
.desk button, .desk .button { border-radius: 8px; }
.desk .button { background: var(--forest); color: var(--on-forest); }
.desk button:not(.quiet, .danger, .link, .show-password) { background: var(--forest); color: var(--on-forest); }
.desk-find { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin-bottom: 24px; }
.desk main > .desk-find { max-width: none; }
.desk-find .field { flex: 1 1 16rem; max-width: 24rem; margin: 0; }
.desk .desk-find button, .desk .desk-find .button { width: auto; min-width: 0; }
.desk-find .button { margin-inline-start: auto; }
table.cards thead a { display: inline-flex; align-items: center; gap: 4px; min-height: 44px; color: inherit; text-decoration: none; white-space: nowrap; }
table.cards thead a:hover, table.cards [aria-sort] a { color: var(--ink); }
table.cards thead svg { width: 16px; height: 16px; }
@media (min-width: 768px) {
  .desk-bar { min-height: 64px; padding-inline: 24px; }
  .desk .scroll { border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
  .desk .scroll tbody tr:last-child > * { border-bottom: 0; }
  .desk .scroll tbody tr:hover > * { background: color-mix(in srgb, var(--forest-tint) 45%, var(--surface)); }
  .desk .scroll th, .desk .scroll td { padding: 4px 12px; }
  .desk .scroll th:first-child, .desk .scroll td:first-child { padding-inline-start: 16px; }
}
@media (min-width: 960px) { .desk main, .desk main.wide { padding-inline: 32px; } }
@media (max-width: 767.98px) {
  table.cards, table.cards thead, table.cards tbody { display: block; white-space: normal; }
  table.cards thead tr { display: flex; gap: 8px; padding-block: 4px 12px; overflow-x: auto; }
  table.cards thead th { flex: none; height: auto; padding: 0; border: 0; }
  table.cards thead th:not(.sortable) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.cards thead a { padding-inline: 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--surface); }
  table.cards [aria-sort] a { border-color: var(--forest); background: var(--forest-tint); }
  table.cards tbody { display: grid; gap: 12px; }
  table.cards tbody tr { display: flex; flex-direction: column; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
  table.cards tbody th, table.cards tbody td { height: auto; border: 0; overflow-wrap: anywhere; }
  table.cards tbody th { padding: 0 0 8px; font-size: 18px; }
  table.cards tbody th a { display: inline-block; min-height: 32px; }
  table.cards tbody td { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 12px; padding-block: 8px; border-top: 1px solid var(--line); }
  table.cards tbody td:first-child { border-top: 0; }
  table.cards td::before { color: var(--muted); font-size: 14px; content: attr(data-label) / ""; }
}
`;
