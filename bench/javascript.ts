import { javascriptOf, SCREENS } from "@/tests/support/javascript";
import { startBareApp } from "./bare-app";
import { compared, type Figure } from "./figure";
import { startSignedIn } from "./signed-in";

/** The limit, as a multiple of what the framework alone sends. */
const MOST = 1.35;

/** JavaScript sent with each screen, gzip, beside a bare page of the same framework (P6). */
export async function javascript(): Promise<Figure[]> {
  const bare = await startBareApp();
  const { stack, cookie, stop } = await startSignedIn();
  try {
    const other = await javascriptOf(bare.url);
    const figures: Figure[] = [];
    for (const screen of ["/auth", ...SCREENS]) {
      const ours = await javascriptOf(stack.appUrl + screen, screen === "/auth" ? undefined : cookie);
      const rounds = { ours: [ours], other: [other] };
      figures.push(compared(screen, { unit: "bytes", target: { atMost: MOST }, rounds }));
    }
    return figures;
  } finally {
    await stop();
    await bare.stop();
  }
}
