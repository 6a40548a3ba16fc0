import { z } from "zod";
import { CHOOSABLE_KINDS, MAIL_FREQUENCIES, mailKind } from "@/lib/ground/mail-kinds";

const kindSchema = z.enum(CHOOSABLE_KINDS, "invalid");
const frequencySchema = z.enum(MAIL_FREQUENCIES, "invalid");

/** What a person changes about a kind of message: only what `MAIL_KINDS` lets them choose. */
export const chooseMessagesSchema = z
  .object({
    kind: kindSchema,
    inApp: z.boolean().optional(),
    push: z.boolean().optional(),
    mail: frequencySchema.optional(),
  })
  .superRefine(({ kind, inApp, push, mail }, { addIssue }) => {
    const { mail: frequencies, ...has } = mailKind(kind);
    const refuse = (field: string) => addIssue({ code: "custom", message: "invalid", path: [field] });
    if (inApp !== undefined && has.inApp !== true) refuse("inApp");
    if (push !== undefined && has.push !== true) refuse("push");
    if (mail !== undefined && frequencies?.includes(mail) !== true) refuse("mail");
    if (inApp === undefined && push === undefined && mail === undefined) refuse("kind");
  });

/** A validated change. */
export type ChoiceChange = z.output<typeof chooseMessagesSchema>;
