/** Styles of the administration pages, matching the app's header and screen width. */
const deskStyles = `
:root { --header: #1f5137; --header-strong: #163d29; --on-header: #fffdf8; --on-header-muted: #cfddd2; --forest-tint: #e3ece2; }
@media (prefers-color-scheme: dark) {
  :root { --header: #17241d; --header-strong: #101a15; --on-header: #eef1ea; --on-header-muted: #a9b5ac; --forest-tint: #22342a; }
}
body.desk { display: block; padding: 0; background: var(--paper); }
.desk main, .desk main.wide { max-width: 96rem; margin-inline: auto; padding: 24px var(--gap) 48px; border: 0; border-radius: 0; background: none; box-shadow: none; }
.desk .skip { position: absolute; inset-inline-start: 16px; top: 8px; z-index: 1; padding: 8px 16px; border-radius: 8px; background: var(--surface); transform: translateY(-200%); }
.desk .skip:focus-visible { transform: none; }
.desk-header { background: var(--header); color: var(--on-header); }
.desk-header a { color: inherit; text-decoration: none; }
.desk-header :focus-visible { outline-color: var(--on-header); outline-offset: -3px; }
.desk-bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 8px; min-height: 56px; padding-inline: 16px; }
.desk-bar .brand { margin: 0; min-height: 44px; }
.desk-bar nav { display: flex; flex-wrap: wrap; gap: 0 4px; overflow-wrap: break-word; }
.desk-bar nav > a, .desk-menu summary { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 12px; border-radius: 8px; list-style: none; }
.desk-bar nav svg { width: 20px; height: 20px; }
.desk-menu { position: relative; margin: 0; border: 0; padding: 0; }
.desk-menu[open] { padding: 0; }
.desk-menu summary::-webkit-details-marker { display: none; }
.desk-menu ul { position: absolute; inset-inline-end: 0; top: calc(100% + 6px); z-index: 2; min-width: min(13rem, calc(100vw - 2rem)); margin: 0; padding: 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink); box-shadow: 0 8px 24px rgb(0 0 0 / 25%); list-style: none; }
.desk-menu ul a { display: flex; align-items: center; min-height: 44px; padding-inline: 12px; border-radius: 6px; font-weight: 400; }
.desk-menu ul :focus-visible { outline-color: var(--forest); }
.desk-menu ul a:hover { background: var(--forest-tint); }
.desk-bar nav > a:hover, .desk-menu summary:hover { background: color-mix(in srgb, currentcolor 14%, transparent); }
.desk-areas { background: var(--header-strong); overflow-x: auto; scrollbar-width: none; }
.desk-areas ul, .tabs ul { display: flex; gap: 4px; margin: 0; padding: 0; list-style: none; }
.desk-areas ul { padding-inline: 12px; } .tabs ul { flex-wrap: wrap; }
.desk-areas a { display: flex; align-items: center; min-height: 44px; padding-inline: 12px; border-bottom: 3px solid transparent; color: var(--on-header-muted); font-weight: 400; white-space: nowrap; }
.desk-areas a:hover { color: var(--on-header); }
.desk-areas a[aria-current] { border-bottom-color: var(--ochre); color: var(--on-header); font-weight: 600; }
.tabs { margin-bottom: 24px; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
.tabs a { display: flex; align-items: center; min-height: 44px; padding-inline: 16px; border-bottom: 3px solid transparent; color: var(--muted); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-bottom-color: var(--forest); color: var(--ink); }
.desk h1 { font-size: clamp(1.75rem, 1.2rem + 2.2vw, 2.25rem); margin-bottom: 16px; }
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
  .desk-bar nav > a svg, .desk-menu summary svg:last-child { display: none; }
  table.cards, table.cards thead, table.cards tbody { display: block; white-space: normal; }
  table.cards thead tr { display: flex; gap: 8px; padding-block: 4px 12px; overflow-x: auto; }
  table.cards thead th { flex: none; height: auto; padding: 0; border: 0; }
  table.cards thead th:not(.sortable) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.cards thead a { padding-inline: 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--surface); }
  table.cards [aria-sort] a { border-color: var(--forest); background: var(--forest-tint); }
  table.cards tbody { display: grid; gap: 12px; }
  table.cards tbody tr { display: flex; flex-direction: column; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
  table.cards tbody th, table.cards tbody td { height: auto; border: 0; overflow-wrap: anywhere; }
  table.cards tbody th { padding: 0 0 8px; font-size: 1.125rem; }
  table.cards tbody th a { display: inline-block; min-height: 32px; }
  table.cards tbody td { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 12px; padding-block: 8px; border-top: 1px solid var(--line); }
  table.cards tbody td:first-child { border-top: 0; }
  @container (max-width: 16em) { table.cards tbody td { grid-template-columns: minmax(0, 1fr); gap: 0; } }
  table.cards td::before { color: var(--muted); font-size: 0.875rem; content: attr(data-label) / ""; }
}
`;

/** Used on Arabic pages only, whose Latin letters keep their fonts. */
const arabic =
  "U+0600-06FF, U+0750-077F, U+0870-088E, U+0890-0891, U+0897-08E1, U+08E3-08FF, U+200C-200E, U+2010-2011, U+204F, U+2E41, U+FB50-FDFF, U+FE70-FE74, U+FE76-FEFC";

/** The style sheet of the hosted pages. */
export const styleSheet = `
@font-face { font-family: Fraunces; font-weight: 600; font-display: swap; src: url("/signin/fonts/fraunces-600.woff2") format("woff2"); }
@font-face { font-family: "Source Sans 3"; font-weight: 400; font-display: swap; src: url("/signin/fonts/source-sans-3-400.woff2") format("woff2"); }
@font-face { font-family: "Source Sans 3"; font-weight: 600; font-display: swap; src: url("/signin/fonts/source-sans-3-600.woff2") format("woff2"); }
@font-face { font-family: "Noto Sans Arabic"; font-weight: 400; font-display: swap; unicode-range: ${arabic}; src: url("/signin/fonts/noto-sans-arabic-400.woff2") format("woff2"); }
@font-face { font-family: "Noto Sans Arabic"; font-weight: 600; font-display: swap; unicode-range: ${arabic}; src: url("/signin/fonts/noto-sans-arabic-600.woff2") format("woff2"); }
:root {
  color-scheme: light dark;
  --paper: #f6f1e7; --surface: #fffdf8; --ink: #1f2a24; --muted: #56615a; --line: #ddd4c2; --field: #8a8471;
  --forest: #1f5137; --on-forest: #fffdf8; --ochre: #d98a1f; --on-ochre: #241703;
  --danger: #a4262c; --ok: #2c6e49; --info: #1f5f7a; --shadow: 0 6px 24px rgb(31 42 36 / 0.12);
  --gap: max(0px, min(16px, 7.6vw - 0.5rem));
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141a17; --surface: #1c2420; --ink: #eef1ea; --muted: #a9b5ac; --line: #2e3a33; --field: #74827a;
    --forest: #7cc59b; --on-forest: #10201a; --ochre: #e5a349; --on-ochre: #241703;
    --danger: #f28b82; --ok: #7cc59b; --info: #7fc4e0; --shadow: 0 6px 24px rgb(0 0 0 / 0.4);
  }
}
* { box-sizing: border-box; }
html:lang(ar) :is(body, h1, h2, .brand) { font-family: "Noto Sans Arabic", "Source Sans 3", system-ui, sans-serif; }
html { -webkit-text-size-adjust: 100%; overflow-wrap: anywhere; }
table, button, .button { overflow-wrap: break-word; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: 24px var(--gap); background: var(--paper) url("/signin/contours.svg") center / cover no-repeat fixed;
  color: var(--ink); font: 400 1rem/1.5 "Source Sans 3", system-ui, -apple-system, "Segoe UI", sans-serif;
}
main {
  width: 100%; max-width: 420px; margin: auto; padding: 32px calc(1.5 * var(--gap)); background: var(--surface);
  border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow);
}
@media (min-width: 600px) { main { padding: 40px; } }
main.wide { max-width: 720px; }
.brand { display: inline-flex; align-items: center; gap: 12px; margin-bottom: 24px; color: var(--forest); text-decoration: none;
  font: 600 1.375rem/1 Fraunces, Georgia, serif; border-radius: 8px; }
.brand svg { width: 36px; height: 36px; }
.brand .top { fill: var(--ochre); }
h1 { margin: 0 0 8px; font: 600 1.75rem/1.2 Fraunces, Georgia, serif; text-wrap: balance; }
h2 { margin: 32px 0 8px; font: 600 1.375rem/1.3 Fraunces, Georgia, serif; }
p { margin: 0 0 16px; max-width: 68ch; overflow-wrap: anywhere; }
ul, ol { padding-inline-start: min(1.25em, 24px); }
.languages { margin-top: 16px; font-size: 0.875rem; } .languages ul { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 4px; margin: 0; padding: 0; list-style: none; }
.languages a { display: inline-block; padding: 12px 8px; color: var(--muted); border-radius: 8px; } .languages a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.lead { color: var(--muted); margin-bottom: 24px; }
form { margin: 0; }
.field { margin-bottom: 16px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
.check { display: flex; gap: 8px; align-items: center; } .check label { margin: 0; font-weight: 400; }
.check input { flex: none; width: 20px; height: 20px; accent-color: var(--forest); }
.check.agreement { align-items: flex-start; } .check.agreement input { margin: 2px 0 0; }
.prose { margin-bottom: 24px; overflow-wrap: anywhere; } .prose h3 { margin: 24px 0 8px; } .prose li { margin-bottom: 4px; } .prose img { max-width: 100%; }
.lines { white-space: pre-line; }
.hint { margin: 4px 0 0; color: var(--muted); font-size: 0.875rem; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; min-width: 0; } legend { padding: 0; margin-bottom: 4px; font-weight: 600; }
fieldset .hint { margin-block: -4px 8px; margin-inline: 28px 0; }
textarea { width: 100%; padding: 10px 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit; resize: vertical; }
input:not([type="checkbox"], [type="radio"]) {
  width: 100%; min-height: 48px; padding: 0 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--paper); color: var(--ink); font: inherit;
}
:is(input, textarea)[aria-invalid="true"] { border-color: var(--danger); border-width: 2px; }
.scroll { container-type: inline-size; overflow-x: auto; margin-bottom: 16px; white-space: nowrap; }
.row { display: grid; grid-auto-flow: row; gap: 12px; margin-bottom: 16px; } @media (min-width: 600px) { .row { grid-auto-flow: column; justify-content: start; } }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { height: 44px; padding-block: 8px; padding-inline: 0 12px; border-block-end: 1px solid var(--line); text-align: start; vertical-align: middle; }
thead th { color: var(--muted); font-size: 0.875rem; }
.check + p { margin-top: 16px; } .check { margin-bottom: 8px; min-height: 32px; }
.kept > p { display: flex; flex-wrap: wrap; gap: 4px 12px; margin-bottom: 8px; }
.kept > p span { display: inline-flex; align-items: center; gap: 4px; color: var(--ok); font-weight: 600; }
.kept > p svg { width: 20px; height: 20px; }
.kept details { margin-bottom: 0; } .kept details .field { margin-bottom: 0; }
.password { position: relative; }
.password input { padding-inline-end: 52px; }
button.show-password { position: absolute; inset-block: 2px; inset-inline-end: 2px; width: 44px; min-width: 0; min-height: 0; height: auto; padding: 0;
  border: 0; border-radius: 6px; background: none; color: var(--muted); }
button.show-password[hidden] { display: none; }
button.show-password span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
button.show-password svg { width: 22px; height: 22px; }
button.show-password[aria-pressed="true"] { color: var(--forest); }
button.show-password[aria-pressed="false"] .slash { display: none; }
input.code { font-size: min(1.75rem, 9vw); letter-spacing: 0.3em; text-align: center; font-variant-numeric: tabular-nums; }
.error { display: flex; gap: 6px; margin: 6px 0 0; color: var(--danger); font-size: 0.875rem; font-weight: 600; }
.error svg, .banner svg { flex: none; width: 20px; height: 20px; margin-top: 1px; }
.banner { display: flex; gap: 8px; margin-bottom: 16px; padding: 12px; border: 1px solid currentcolor; border-radius: 8px; }
.banner p { margin: 0; color: var(--ink); }
.banner.danger { color: var(--danger); } .banner.ok { color: var(--ok); } .banner.info { color: var(--info); }
button, .button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 8px 16px;
  border: 1px solid transparent; border-radius: 8px; background: var(--ochre); color: var(--on-ochre);
  font: 600 1rem/1.2 "Source Sans 3", system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer;
  transition: filter 160ms ease-out;
}
button:hover, .button:hover { filter: brightness(1.06); }
button.quiet, .button.quiet { background: transparent; border-color: var(--field); color: var(--ink); }
button.danger { background: transparent; border-color: var(--danger); color: var(--danger); }
button.link { display: inline; width: auto; min-height: 24px; padding: 0; border: 0; background: none; color: var(--forest);
  text-decoration: underline; font: inherit; font-weight: 600; }
.actions { display: grid; gap: 12px; margin-top: 24px; }
.below { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid var(--line); }
.below p:last-child { margin-bottom: 0; }
a { color: var(--forest); font-weight: 600; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--forest); outline-offset: 2px; }
ul.codes, ul.devices { list-style: none; margin: 0 0 16px; padding: 0; }
ul.codes { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; text-align: center; }
ul.codes li { padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
ul.devices li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
ul.devices li > div { flex: 1 1 min(10rem, 100%); } ul.devices button { width: auto; }
details { margin-bottom: 16px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; }
details[open] { padding-bottom: 12px; }
summary { min-height: 48px; padding: 12px 0; font-weight: 600; cursor: pointer; }
.qr { display: block; margin: 0 auto; padding: 8px; border-radius: 8px; background: #fff; max-width: 100%; height: auto; }
code { direction: ltr; unicode-bidi: isolate; font: 600 0.9375rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
dl { margin: 0; } dt { color: var(--muted); font-size: 0.875rem; } dd { margin: 0 0 12px; overflow-wrap: anywhere; }
@media (min-width: 600px) { main.wide button:not(.show-password), main.wide .button { display: inline-flex; width: auto; min-width: 240px; } main.wide li button { min-width: 0; } }
@media (forced-colors: active) {
  [aria-current], [aria-pressed="true"] { border-color: Highlight !important; background: Highlight !important; color: HighlightText !important; forced-color-adjust: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (pointer: fine) { input:not([type="checkbox"]), button, .button { height: auto; min-height: 44px; } }
${deskStyles}`;
