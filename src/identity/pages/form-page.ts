import { type Html, html } from "./html.ts";
import { type PageContent, page } from "./layout.ts";

type FormPageContent = Omit<PageContent, "body"> & {
  action: string;
  fields: Html;
  submit: string;
  /** Next to the button. */
  beside?: Html;
  below?: Html;
};

/** A hosted page with one form, which shows its own errors. */
export function formPage({ action, fields, submit, beside, below, ...content }: FormPageContent): string {
  return page({
    ...content,
    body: html`<form method="post" action="${action}" novalidate>
${fields}
<div class="actions"><button>${submit}</button>${beside}</div>
</form>
${below}`,
  });
}
