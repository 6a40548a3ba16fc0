import { z } from "zod";
import {
  CHOICE_CHANNELS,
  CHOICE_KINDS,
  type ChoiceChannel,
  type ChoiceKind,
  choosable,
  MAIL_FREQUENCIES,
  MAIL_STREAMS,
} from "@/lib/ground/mail-kinds";

const SWITCH = ["on", "off"] as const;

/** The values that each channel of a kind has; none where there is nothing to choose. */
function valuesOf(kind: ChoiceKind): Record<ChoiceChannel, readonly string[]> {
  const { inApp, push, mail = [] } = choosable(kind);
  return { app: inApp ? SWITCH : [], push: push ? SWITCH : [], mail };
}

/** What a person changes: one channel of a kind of choice, to a value that it has. */
export const chooseMessagesSchema = z
  .object({
    kind: z.enum(CHOICE_KINDS, "invalid"),
    channel: z.enum(CHOICE_CHANNELS, "invalid"),
    value: z.enum([...SWITCH, ...MAIL_FREQUENCIES.filter((value) => value !== "off")], "invalid"),
  })
  .superRefine(({ kind, channel, value }, { addIssue }) => {
    const values = valuesOf(kind)[channel];
    if (values.includes(value)) return;
    const path = [values.length === 0 ? "channel" : "value"];
    addIssue({ code: "custom", message: "invalid", path });
  });

/** A validated change. */
export type ChoiceChange = z.output<typeof chooseMessagesSchema>;

/** What a person hears of, and how. */
export const messageChoicesSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(CHOICE_KINDS),
      stream: z.enum(MAIL_STREAMS),
      channels: z
        .object({
          app: z.enum(SWITCH).nullable(),
          push: z.enum(SWITCH).nullable(),
          mail: z.enum(MAIL_FREQUENCIES).nullable(),
        })
        .describe("null where there is nothing to choose"),
    }),
  ),
});
