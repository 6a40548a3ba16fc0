import type { Locale as AppLocale } from "./lib/ground/vocabulary";
import type messages from "./messages/en.json";

/** Message keys and locales are checked by the compiler. */
declare module "next-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: typeof messages;
  }
}
