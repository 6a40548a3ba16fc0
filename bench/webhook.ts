import { setTimeout as sleep } from "node:timers/promises";
import { compared, counted, type Figure, interleave, perSecond } from "./figure";
import { type Cost, costOf, partOf } from "./load";
import { type Settling, WITHOUT_MAIL, withSettling } from "./settling";

/** Events and empty requests of a round; and events of one where messages are sent, two about each. */
const COUNT = 1_000;
const WITH_MAIL = 250;

/** A webhook that settles a donation, beside a handler of the same server that does nothing (P1). */
export function webhook(): Promise<Figure[]> {
  return withSettling(WITHOUT_MAIL, (alone) => withSettling({}, (mailing) => measure(alone, mailing)));
}

async function measure(alone: Settling, mailing: Settling): Promise<Figure[]> {
  const rounds = await interleave({
    settled: () => alone.settleMany(COUNT),
    // The framework answers it without our code.
    empty: () =>
      costOf(alone.server.pid, COUNT, () =>
        alone.client.rate(COUNT, { url: `${alone.stack.appUrl}/api/webhooks/stripe`, method: "OPTIONS" }),
      ),
    mailing: async () => {
      await mailing.settleMany(WITH_MAIL);
      return sendRest(mailing);
    },
  });
  const toEmpty = { ours: rounds.settled, other: rounds.empty };
  const processor = rounds.settled.map((cost) => cost.processor);
  const messages = rounds.mailing.map((cost) => cost.processor);
  const settlements = rounds.settled.map((cost) => cost.rate);
  return [
    counted("processor time of a settlement", { unit: "ms", target: { atMost: 3 }, ours: processor }),
    compared("that, to an empty handler's", { unit: "ms", rounds: partOf(toEmpty, "processor") }),
    counted("settlements", { unit: "/s", target: { atLeast: 189 }, ours: settlements }),
    counted("processor time of a message", { unit: "ms", target: { atMost: 3.5 }, ours: messages }),
  ];
}

/** Waits until every message is sent; what each of the rest cost the application. */
async function sendRest({ server, sql }: Settling): Promise<Cost> {
  const waiting = async () => {
    const [row] = await sql<
      { waiting: number }[]
    >`select count(*)::int as waiting from mails where state <> 'sent'`;
    return row?.waiting ?? 0;
  };
  const rest = await waiting();
  return costOf(server.pid, rest, () =>
    perSecond(rest, async () => {
      while ((await waiting()) > 0) await sleep(100);
    }),
  );
}
