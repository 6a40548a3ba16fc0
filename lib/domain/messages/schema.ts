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
import { problem } from "@/lib/ground/text-fields";
import {
  ACCOUNT_CHANGES,
  NOTIFICATION_TYPES,
  PAYOUT_STATES,
  POST_KINDS,
  REFUND_REASONS,
  THANKS_EMOJIS,
} from "@/lib/ground/vocabulary";

/** With what the reader of a notification thanks for its donation. */
export const thanksSchema = z.object({
  id: z.string(),
  emoji: z.enum(THANKS_EMOJIS, problem("invalid")),
});
export type Thanks = z.infer<typeof thanksSchema>;

/**
 * api.md, Notification. `amount` in cents, `progress` in percent, `donorName` null for an anonymous donor. A refund of
 * something bought is about no request: `requestId`, `progress` and `donorName` are null then, and `purchase` says what
 * it was. A change of the account (`account`) has neither, an amount of 0, and says what was changed and from which
 * device and network, null where that is not known. A payout (`payout`) says what became of it. `emoji` is with what
 * the reader thanked for a donation, or was thanked with (`thanks`) by `requesterName`. A donation of which everything
 * went back has a `reason`, as its refund has. An update (`update`) says what `requesterName` posted about a request
 * that the reader gave to, with an amount of 0; `limit_near` and `limit_passed` give the
 * level of the reader's gift meter; `asked`, what somebody whom the reader follows asks for. A report of
 * the reader that was decided (`report`) and a decision that concerns them (`decision`) have an amount of 0 and nothing
 * else: `GET /api/decisions` says more.
 */
export const notificationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  requestId: z.uuid().nullable(),
  donorName: z.string().nullable(),
  guestName: z.string().nullable().describe("what a guest who is not anonymous called themselves"),
  requesterName: z.string().nullable(),
  message: z
    .object({ id: z.uuid(), text: z.string() })
    .nullable()
    .describe("what the donor wrote with the donation"),
  amount: z.int(),
  progress: z.int().nullable(),
  requestTitle: z.string().nullable(),
  emoji: z.string().nullable(),
  purchase: z.enum(["boosts", "subscription"]).nullable(),
  post: z.enum(POST_KINDS).nullable().describe("of an update: the kind of the post"),
  reason: z.enum(REFUND_REASONS).nullable(),
  payoutState: z.enum(PAYOUT_STATES).nullable(),
  accountChange: z.enum(ACCOUNT_CHANGES).nullable(),
  device: z.string().nullable(),
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** A notification with the fields that only screens use. */
export type ShownNotification = Notification & {
  /** Who gave, or of what a requester did, who asked; null without a name. */
  person: { username: string; avatar: string; profileImageUrl: string | null } | null;
  isPersonErased: boolean;
  /** The request as it is now, cents; null when it was deleted or hidden. */
  request: { photoUrl: string | null; raised: number; goal: number } | null;
};

const MAX_ENDPOINT = 2_048;

/** Base64url without padding, as browsers write it. */
const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}$`));

/** A browser's subscription with its keys: 65 bytes of a point, 16 of a secret. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.string().max(MAX_ENDPOINT),
  p256dh: base64url(65),
  auth: base64url(16),
});
export type NewSubscription = z.output<typeof pushSubscriptionSchema>;

/** A browser's new subscription, with the endpoint of the one that it replaces. */
export const renewPushSchema = pushSubscriptionSchema.extend({ replaces: z.string().max(MAX_ENDPOINT) });

export const pushEndpointSchema = pushSubscriptionSchema.pick({ endpoint: true });

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

/** What a person is told by message, and how. */
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
