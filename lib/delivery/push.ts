import type { Db } from "@/db/client";
import { findSubscriptions, markUsed, removeSubscription } from "@/lib/domain/messages/queries";
import { isPushEndpoint } from "@/lib/domain/messages/rules";
import type { ClaimedMail, MailData } from "@/lib/domain/messages/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { PushGone, type PushTransport } from "@/lib/providers/web-push";
import { KINDS } from "./render";
import type { MailTexts } from "./translator";

/** What the service worker shows (app/sw.js). Phones show it while locked, so it has no names and no amounts. */
export type PushPayload = {
  title: string;
  body: string;
  /** What it opens, on this origin. */
  path: string;
  /** A notification takes the place of one with the same tag. */
  tag: string;
  lang: string;
};

export function pushPayload(
  { kind, cause }: Pick<ClaimedMail, "kind" | "cause">,
  view: unknown,
  texts: MailTexts,
): PushPayload {
  const { subject, preview, path } = KINDS[kind];
  return {
    title: subject(texts, view),
    body: preview(texts, view),
    path: path(view),
    tag: `${kind}:${cause}`,
    lang: texts.locale,
  };
}

export type PushOutcome =
  | { state: "sent" }
  | { state: "cancelled"; reason: string }
  /** `data` says which browsers have it already: the next attempt is for the others. */
  | { failure: Error; data: MailData };

/** Sends a message to each of the person's browsers, and removes those that no longer receive any. */
export async function sendPush(
  { db, push }: { db: Db; push: PushTransport },
  mail: ClaimedMail,
  payload: PushPayload,
): Promise<PushOutcome> {
  const delivered = new Set(String(mail.data?.delivered ?? "").split(" "));
  delivered.delete("");
  const subscriptions = await findSubscriptions(db, mail.recipient.id);
  // The same for every attempt, so that a repeat takes the place of what waits at the push service.
  const message = { payload: JSON.stringify(payload), topic: mail.id.replaceAll("-", "") };
  const failures: Error[] = [];
  const sending = subscriptions
    .filter(({ id }) => !delivered.has(id))
    .map(async (subscription) => {
      try {
        if (!isPushEndpoint(subscription.endpoint, env().pushSandbox)) throw new PushGone("no push service");
        await push.send(subscription, message);
        delivered.add(subscription.id);
        await markUsed(db, subscription.id, now());
      } catch (error) {
        if (error instanceof PushGone) await removeSubscription(db, subscription);
        else failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    });
  await Promise.all(sending);
  const [failure] = failures;
  if (failure) return { failure, data: { ...mail.data, delivered: [...delivered].join(" ") } };
  if (delivered.size === 0) return { state: "cancelled", reason: "no browser receives push messages" };
  return { state: "sent" };
}
