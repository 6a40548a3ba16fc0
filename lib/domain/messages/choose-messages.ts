import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import {
  CHOICE_KINDS,
  type ChoiceKind,
  choosable,
  type MailFrequency,
  type MailKind,
  mailKind,
} from "@/lib/ground/mail-kinds";
import {
  chooserOf,
  endSilence,
  findChoices,
  isGuestSilenced,
  isSilenced,
  saveChoice,
  silenceGuest,
} from "./outbox";
import { channelsOf, defaultChoice, inEffect, levelChoice, type MessageLevel } from "./rules";
import type { ChoiceChange } from "./schema";
import type { Choice, ChosenKind } from "./types";

/** What a person chose about every kind of choice, in the order of `CHOICES`. */
export async function listChoices(db: Db, userId: string): Promise<ChosenKind[]> {
  const [stored, silenced] = await Promise.all([findChoices(db, userId), isSilenced(db, userId)]);
  return CHOICE_KINDS.map((kind) => {
    const { stream } = choosable(kind);
    const choice = inEffect(kind, stored.get(kind) ?? defaultChoice(kind), silenced);
    return { kind, stream, channels: channelsOf(kind, choice) };
  });
}

/** What applies to a kind of choice now, to a person or to whom an address in a message is of (`chooseByAddress`). */
export async function choiceInEffect(db: Db, id: string, kind: ChoiceKind): Promise<Choice> {
  const userId = await chooserOf(db, id);
  const [stored, silenced] = await Promise.all([findChoices(db, userId), isSilenced(db, userId)]);
  const choice = stored.get(kind) ?? defaultChoice(kind);
  return inEffect(kind, choice, silenced || (await isGuestSilenced(db, userId)));
}

/** Of a kind without a choice: its mail is sent, and nothing else. */
const ALWAYS: Choice = { inApp: false, push: false, mail: "now" };

/** What a person, or a guest, chose about a kind of message, or its defaults. */
export async function choiceOf(db: Db, userId: string, kind: MailKind): Promise<Choice> {
  const { choice: decides, isAlwaysMailed, stream, to } = mailKind(kind);
  if (!decides) return ALWAYS;
  const isSilencedGuest = stream === "news" && to !== undefined && (await isGuestSilenced(db, userId));
  const stored = (await findChoices(db, userId)).get(decides) ?? defaultChoice(decides);
  const choice = inEffect(decides, stored, isSilencedGuest);
  return isAlwaysMailed ? { ...choice, mail: "now" } : choice;
}

/**
 * Stores what a person changes about a kind of choice, nothing for an erased account. Who chooses to get news by mail
 * takes a complaint back.
 */
export async function chooseMessages(db: Db, userId: string, change: ChoiceChange): Promise<void> {
  const { kind, channel, value } = change;
  await db.transaction(async (tx) => {
    await saveChoice(tx, userId, kind, defaultChoice(kind), changesOf(change));
    const isWanted = channel === "mail" && value !== "off";
    if (isWanted && choosable(kind).stream === "news") await endSilence(tx, userId);
  });
}

/** Chooses about every kind at once. */
export async function chooseLevel(db: Db, userId: string, level: MessageLevel): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of CHOICE_KINDS) {
      const choice = levelChoice(level, kind);
      await saveChoice(tx, userId, kind, choice, choice);
    }
    if (level === "everything") await endSilence(tx, userId);
  });
}

/**
 * Stores what somebody changes by an address in a message: a person, or who claimed a guest's donation since. Of a
 * guest it switches news about what guests with the same address gave on or off.
 */
export async function chooseByAddress(db: Db, id: string, change: ChoiceChange): Promise<void> {
  await chooseMessages(db, await chooserOf(db, id), change);
  await silenceGuest(db, id, change.value === "off" ? now() : null);
}

function changesOf({ channel, value }: ChoiceChange): Partial<Choice> {
  if (channel === "mail") return { mail: value as MailFrequency };
  return channel === "app" ? { inApp: value === "on" } : { push: value === "on" };
}
