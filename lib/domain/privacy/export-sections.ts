import type { Tx } from "@/db/client";
import { photoUrlOf, uploadedPhotoUrl } from "@/lib/domain/photos/rules";
import { env } from "@/lib/ground/env";
import {
  selectBoosts,
  selectGiven,
  selectGivenByPeriod,
  selectLedger,
  selectOperatorActions,
  selectPurchases,
  selectReceived,
  selectSubscriptionPayments,
  selectSubscriptions,
} from "./export-payments-store";
import { selectHolds, selectPayeeAccounts, selectPayouts, selectTransfers } from "./export-payouts-store";
import {
  type Key,
  type Part,
  selectKnownDevices,
  selectLinks,
  selectMessageChoices,
  selectMessages,
  selectNotifications,
  selectPasskeys,
  selectPhotos,
  selectPushSubscriptions,
  selectRecoveryCodes,
  selectRequests,
  selectSecondFactors,
  selectSessions,
  selectSignInAccounts,
} from "./export-store";
import type { PersonalData } from "./schema";

/** The rows of one read: few enough that the server can answer other calls in between. */
const ROWS = 1_000;

type Section = Exclude<keyof PersonalData, "exportedAt" | "account">;
type Parts = AsyncIterable<object[]>;

/** A person's data beside their account, by section; each is read when its turn comes. */
export function sectionsOf(tx: Tx, userId: string): Record<Section, Parts> {
  const whole = (select: (tx: Tx, userId: string) => Promise<object[]>) => once(() => select(tx, userId));
  const inParts = <Row extends object>(select: Select<Row>, keyOf: (row: Row) => Key) =>
    partsOf((part) => select(tx, userId, part), keyOf);
  return {
    signInAccounts: whole(selectSignInAccounts),
    sessions: whole(selectSessions),
    passkeys: whole(selectPasskeys),
    secondFactors: whole(selectSecondFactors),
    recoveryCodes: whole(selectRecoveryCodes),
    knownDevices: whole(selectKnownDevices),
    links: whole(selectLinks),
    givenByPeriod: whole(selectGivenByPeriod),
    requests: whole(selectRequests),
    photos: whole(selectShownPhotos),
    donationsGiven: inParts(selectGiven, ({ createdAt, id }) => ({ at: createdAt, id })),
    donationsReceived: inParts(selectReceived, ({ creditedAt, id }) => ({ at: creditedAt, id })),
    payeeAccounts: whole(selectPayeeAccounts),
    transfers: inParts(selectTransfers, ({ createdAt, id }) => ({ at: createdAt, id })),
    payouts: inParts(selectPayouts, ({ createdAt, id }) => ({ at: createdAt, id })),
    holds: whole(selectHolds),
    boostPurchases: whole(selectPurchases),
    boostEntries: whole(selectBoosts),
    subscriptions: whole(selectSubscriptions),
    subscriptionPayments: whole(selectSubscriptionPayments),
    ledgerEntries: inParts(selectLedger, ({ createdAt, id }) => ({ at: createdAt, id })),
    notifications: inParts(selectNotifications, ({ createdAt, id }) => ({ at: createdAt, id })),
    messages: inParts(selectMessages, ({ createdAt, id }) => ({ at: createdAt, id })),
    messageChoices: whole(selectMessageChoices),
    pushSubscriptions: whole(selectPushSubscriptions),
    operatorActions: whole(selectOperatorActions),
  };
}

type Select<Row> = (tx: Tx, userId: string, part: Part) => Promise<Row[]>;

async function* once(select: () => Promise<object[]>): Parts {
  yield await select();
}

async function* partsOf<Row extends object>(
  select: (part: Part) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): Parts {
  let after: Key | null = null;
  for (;;) {
    const rows: Row[] = await select({ after, limit: ROWS });
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < ROWS) return;
    after = keyOf(end);
  }
}

async function selectShownPhotos(tx: Tx, userId: string): Promise<object[]> {
  const sent = await selectPhotos(tx, userId);
  return sent.map((photo) => ({ ...photo, address: addressOf(photo) }));
}

type Photo = { id: string; width: number | null; height: number | null };

function addressOf({ id, width, height }: Photo): string {
  const path = width !== null && height !== null ? photoUrlOf({ id, width, height }) : uploadedPhotoUrl(id);
  return env().appUrl + path;
}
