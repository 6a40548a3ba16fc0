import type { Locale } from "@/lib/ground/vocabulary";

/**
 * What the very last error screen says. It stands in for the whole page when even the root layout failed, so there is no catalogue to ask;
 * these few words are sent with every page instead.
 */
export const CRASH_TEXTS: Record<Locale, { title: string; retry: string }> = {
  en: { title: "Something went wrong.", retry: "Try again" },
  nl: { title: "Er is iets misgegaan.", retry: "Probeer opnieuw" },
  es: { title: "Algo ha salido mal.", retry: "Reintentar" },
  fr: { title: "Un problème est survenu.", retry: "Réessayer" },
  de: { title: "Etwas ist schiefgelaufen.", retry: "Erneut versuchen" },
};
