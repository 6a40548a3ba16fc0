import { toast } from "@/components/ui/toast-store";
import type { Me } from "@/lib/domain/users/schema";
import type { Locale } from "@/lib/ground/vocabulary";

/** How somebody who logs in is greeted, and offered a passkey, in the languages that an account can have. */
export type Greetings = Record<Locale, { title: string; description: string; offer: string }>;

/** Greets in the language of the account: this page has still the visitor's. */
export function greet(greetings: Greetings, { preferredLanguage }: Me, offersPasskey = false): void {
  const { offer, ...said } = greetings[preferredLanguage];
  toast({
    ...said,
    variant: "success",
    toNextPage: true,
    ...(offersPasskey && { link: { label: offer, href: "/settings/security" } }),
  });
}
