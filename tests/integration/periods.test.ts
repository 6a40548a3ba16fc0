import { type SQL, sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { periodStarts } from "@/lib/ground/periods";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import fc, { SEED } from "../support/fast-check";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

const ZONES = [
  "Europe/Amsterdam",
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
];

/** Any time, and times around the hours at which days, weeks and months begin and clocks change. */
const moments = fc.oneof(
  fc.date({ min: new Date("2000-01-01"), max: new Date("2037-12-01"), noInvalidDate: true }),
  fc
    .tuple(
      fc.integer({ min: Date.UTC(2000) / DAY, max: Date.UTC(2037) / DAY }),
      fc.integer({ min: -14 * 4, max: 14 * 4 }),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([day, quarters, milliseconds]) => new Date(day * DAY + quarters * 900_000 + milliseconds)),
);

it(`trust 16: PostgreSQL finds the same periods, whatever its own time zone and ours (seed ${SEED})`, async () => {
  const at = fc.sample(moments, { seed: SEED, numRuns: 3_000 });
  for (const [index, zone] of ZONES.entries()) {
    vi.stubEnv("TZ", ZONES.at(index - 1));
    const local: SQL = sql`(m.at at time zone ${zone}::text)`;
    const rows = await database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('TimeZone', ${ZONES.at(index - 2)}, true)`);
      return tx.execute<{ monthly: string; weekly: string; daily: string }>(sql`
        select date_trunc('month', ${local})::date::text as monthly, date_trunc('week', ${local})::date::text as weekly,
          ${local}::date::text as daily
        from jsonb_array_elements_text(${JSON.stringify(at)}::jsonb) with ordinality t (text, n),
          lateral (select t.text::timestamptz as at) m
        order by t.n`);
    });
    for (const [n, moment] of at.entries()) {
      expect(rows[n], `${moment.toISOString()} in ${zone}`).toEqual({
        monthly: periodStarts(moment, zone).monthly,
        weekly: periodStarts(moment, zone).weekly,
        daily: periodStarts(moment, zone).daily,
      });
    }
  }
});

it(`trust 16: what is settled around the edges stands in the periods it belongs to (seed ${SEED})`, async () => {
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, await addPerson(database.db), { goal: 50_000 });
  const edges = [
    "2026-03-29T01:00:00Z",
    "2026-10-25T01:00:00Z",
    "2026-12-31T23:00:00Z",
    "2027-01-03T23:00:00Z",
  ];
  const around = edges.flatMap((edge) => [-3_600_000, -1, 0, 3_600_000].map((ms) => Date.parse(edge) + ms));
  const others = fc.sample(moments, { seed: SEED, numRuns: 20 }).map((moment) => moment.getTime());
  for (const at of [...around, ...others]) {
    setClock(() => new Date(at));
    const given = await start(context, donor, request, "1");
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
  }
});
