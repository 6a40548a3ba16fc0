import { z } from "zod";

type Way = { locale: string; returnUrl: string; cancelUrl: string };

/** PayPal's pages want a country with the language. */
const LOCALES: Record<string, string> = {
  en: "en-GB",
  nl: "nl-NL",
  es: "es-ES",
  fr: "fr-FR",
  de: "de-DE",
};

/** How PayPal's page looks and where it leads back to: nothing is shipped, and the payer's last click there pays. */
export function applicationContext(
  { locale, returnUrl, cancelUrl }: Way,
  userAction: "PAY_NOW" | "SUBSCRIBE_NOW",
) {
  return {
    locale: LOCALES[locale] ?? "en-GB",
    shipping_preference: "NO_SHIPPING",
    user_action: userAction,
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
}

/** What can be approved: its id and the address of the page. @throws ZodError when there is no such address */
export const approvableAnswer = z
  .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.string() })) })
  .transform(({ id, links }, context) => {
    const link = links.find(({ rel }) => rel === "approve" || rel === "payer-action");
    if (link && URL.canParse(link.href)) return { id, approvalUrl: link.href };
    context.addIssue("there is no address to approve it at");
    return z.NEVER;
  });
