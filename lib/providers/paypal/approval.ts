import { z } from "zod";
import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";

type PageOptions = { locale: Locale; returnUrl: string; cancelUrl: string };

/** Appearance and return addresses of PayPal's page. Nothing is shipped, and the payer's last click pays. */
export function applicationContext(
  { locale, returnUrl, cancelUrl }: PageOptions,
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

/** The names of links to PayPal's page; after a declined capture it is `redirect`. */
const APPROVAL_LINKS = new Set(["approve", "payer-action", "redirect"]);

/** The link where a payer approves; null if there is none. */
export function approvalUrlIn(
  links: readonly { rel?: string | undefined; href?: string | undefined }[],
): string | null {
  const href = links.find(({ rel }) => APPROVAL_LINKS.has(rel ?? ""))?.href ?? "";
  return /^https?:/.test(href) && URL.canParse(href) ? href : null;
}

/** The id of something to approve, and the address of its page. @throws ZodError if there is no such address */
export const approvableAnswer = z
  .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.string() })) })
  .transform(({ id, links }, context) => {
    const approvalUrl = approvalUrlIn(links);
    if (approvalUrl !== null) return { id, url: approvalUrl };
    context.addIssue("there is no address to approve it at");
    return z.NEVER;
  });
