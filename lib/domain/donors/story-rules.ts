import { HOUR } from "@/lib/ground/durations";
import type { Step } from "./story-schema";

/** How many donations of a request are read for its story, those that failed among them. */
export const MOST_READ = 1_000;

/** A donation of a request as it is now. `left`: what did not go back, in cents. */
export type StoryDonation = {
  creditedAt: Date | null;
  isCompleted: boolean;
  left: number;
  thankedAt: Date | null;
};

/**
 * What happened to a request and when, of the donations that it still has. With more than MOST_READ donations the first
 * ones may be missing, so that only the request's own times are shown. Times are to the hour, so that no donation can
 * be matched with when a person was seen elsewhere (D37). Amounts in cents.
 */
export function stepsOf(
  request: {
    goal: number;
    createdAt: Date;
    completedAt: Date | null;
    /** When its donors were thanked together. */
    thankedAllAt: Date | null;
    paidOutAt: Date | null;
    deliveredAt: Date | null;
  },
  donations: readonly StoryDonation[],
): Step[] {
  const times: [Step["kind"], Date | null | undefined][] =
    donations.length > MOST_READ
      ? [
          ["goal", request.completedAt],
          ["thanks", request.thankedAllAt],
        ]
      : timesOf(
          request,
          donations.flatMap(({ creditedAt, isCompleted, left, thankedAt }) =>
            creditedAt && isCompleted && left > 0 ? [{ at: creditedAt, left, thankedAt }] : [],
          ),
        );
  const own = [
    ["paid_out", request.paidOutAt],
    ["delivered", request.deliveredAt],
  ] as const;
  return [["asked", request.createdAt] as const, ...times, ...own].flatMap(([kind, at]) =>
    at ? [{ kind, at: toTheHour(at) }] : [],
  );
}

type KeptDonation = { at: Date; left: number; thankedAt: Date | null };

function timesOf(
  { goal, thankedAllAt }: { goal: number; thankedAllAt: Date | null },
  donations: KeptDonation[],
): [Step["kind"], Date | undefined][] {
  const inOrder = donations.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let sum = 0;
  const sums = inOrder.map(({ at, left }) => {
    sum += left;
    return { at, sum };
  });
  const thanked = [...donations.map(({ thankedAt }) => thankedAt), thankedAllAt]
    .flatMap((at) => at ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  return [
    ["first_gift", inOrder[0]?.at],
    ["halfway", sums.find((reached) => 2 * reached.sum >= goal)?.at],
    ["goal", sums.find((reached) => reached.sum >= goal)?.at],
    ["thanks", thanked[0]],
    ["latest_gift", inOrder.length > 1 ? inOrder.at(-1)?.at : undefined],
  ];
}

/** A time as others see it: its hour. */
export function toTheHour(at: Date): string {
  return new Date(Math.floor(at.getTime() / HOUR) * HOUR).toISOString();
}
