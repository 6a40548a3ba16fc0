import { startBareApp } from "./bare-app";
import { type Benchmark, compared, type Figure, interleave } from "./figure";
import { openClient } from "./load";
import { startSignedIn } from "./signed-in";

/** Pages per round, and connections. */
const COUNT = 400;
const CONNECTIONS = 8;

export const feedRendering: Benchmark = {
  id: "P5",
  name: "feed-rendering",
  title: "the feed, signed in, beside a bare dynamic page of the same framework",
  run,
};

async function run(): Promise<Figure[]> {
  const bare = await startBareApp();
  const { stack, cookie, stop } = await startSignedIn();
  const client = openClient(CONNECTIONS);
  try {
    const rounds = await interleave({
      ours: () => client.rate(COUNT, { url: `${stack.appUrl}/`, cookie }),
      other: () => client.rate(COUNT, { url: `${bare.url}/` }),
    });
    return [compared("feed, to a bare page", { unit: "/s", target: { atLeast: 0.6 }, rounds })];
  } finally {
    client.close();
    await stop();
    await bare.stop();
  }
}
