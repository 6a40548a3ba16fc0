import type { Db } from "@/db/client";
import { CHOOSABLE_KINDS, type MailKind, mailKind } from "@/lib/ground/mail-kinds";
import { defaultChoice, inEffect } from "./rules";
import type { ChoiceChange } from "./schema";
import { endSilence, findChoice, findChoices, isSilenced, saveChoice } from "./store";
import type { Choice, ChosenKind } from "./types";

/** What a person chose about every kind of message that has a choice, in the order of `MAIL_KINDS`. */
export async function listChoices(db: Db, userId: string): Promise<ChosenKind[]> {
  const [stored, silenced] = await Promise.all([findChoices(db, userId), isSilenced(db, userId)]);
  return CHOOSABLE_KINDS.map((kind) => ({
    kind,
    ...inEffect(kind, stored.get(kind) ?? defaultChoice(kind), silenced),
  }));
}

/** What holds for a kind of message now. */
export async function choiceInEffect(db: Db, userId: string, kind: MailKind): Promise<Choice> {
  const [stored, silenced] = await Promise.all([findChoice(db, userId, kind), isSilenced(db, userId)]);
  return inEffect(kind, stored ?? defaultChoice(kind), silenced);
}

/**
 * Stores what a person changes about a kind of message, nothing for an erased account. Who chooses to get news by mail
 * takes a complaint back.
 */
export async function chooseMessages(
  db: Db,
  userId: string,
  { kind, inApp, push, mail }: ChoiceChange,
): Promise<void> {
  const changes = {
    ...(inApp !== undefined && { inApp }),
    ...(push !== undefined && { push }),
    ...(mail !== undefined && { mail }),
  };
  await db.transaction(async (tx) => {
    await saveChoice(tx, userId, kind, defaultChoice(kind), changes);
    const isWanted = mail !== undefined && mail !== "off";
    if (isWanted && mailKind(kind).stream === "news") await endSilence(tx, userId);
  });
}
