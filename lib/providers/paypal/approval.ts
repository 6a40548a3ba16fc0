import { z } from "zod";
import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";

type Way = { locale: Locale; returnUrl: string; cancelUrl: string };

/** How PayPal's page looks and where it leads back to: nothing is shipped, and the payer's last click there pays. */
export function applicationContext(
  { locale, returnUrl, cancelUrl }: Way,
  userAction: "PAY_NOW" | "SUBSCRIBE_NOW",
) {
  return {
    locale: `${locale}-${LANGUAGES[locale].country}`,
    shipping_preference: "NO_SHIPPING",
    user_action: userAction,
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
}

/** How PayPal names the way to its page; after a refusal it is a redirect. */
const APPROVAL = new Set(["approve", "payer-action", "redirect"]);

/** The address among an answer's links where a payer approves; null when there is none. */
export function approvalUrlIn(
  links: readonly { rel?: string | undefined; href?: string | undefined }[],
): string | null {
  const href = links.find(({ rel }) => APPROVAL.has(rel ?? ""))?.href ?? "";
  return /^https?:/.test(href) && URL.canParse(href) ? href : null;
}

/** What can be approved: its id and the address of the page. @throws ZodError when there is no such address */
export const approvableAnswer = z
  .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.string() })) })
  .transform(({ id, links }, context) => {
    const approvalUrl = approvalUrlIn(links);
    if (approvalUrl !== null) return { id, url: approvalUrl };
    context.addIssue("there is no address to approve it at");
    return z.NEVER;
  });
