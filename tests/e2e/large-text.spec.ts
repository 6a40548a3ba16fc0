import { test } from "@playwright/test";
import { longUnless } from "../support/long";
import { seeEveryScreen } from "./every-screen";
import { expectRoomForLargeText } from "./large-text";

for (const locale of ["de", "en"] as const) {
  test(
    `text of twice the size fits on every screen and dialog (${locale})`,
    longUnless(locale === "de"),
    async ({ browser }) => {
      await seeEveryScreen(browser, locale, { at: expectRoomForLargeText });
    },
  );
}
