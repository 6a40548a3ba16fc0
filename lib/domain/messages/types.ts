import type { mails } from "@/db/schema";
import type {
  ChoiceKind,
  MailFrequency,
  MailKind,
  MailStream,
  OperatorSubject,
} from "@/lib/ground/mail-kinds";
import type { Locale } from "@/lib/ground/vocabulary";

/** What a message carries that cannot be read when it is sent. */
export type MailData = Record<string, string | number | null>;

/** A message to a person, to write within the transaction of its cause. */
export type NewMail = {
  kind: MailKind;
  /** What it is about: the id of a row, or a day. A cause has one message of a kind to a person. */
  cause: string;
  userId: string;
  at: Date;
  /** When it is sent, if later. */
  dueAt?: Date;
  /** Where it goes, if not to the account's own address. */
  address?: string;
  /** For an account that no longer has a language. */
  locale?: Locale;
  data?: MailData;
  /** The token of its link, in plain text. */
  secret?: string;
};

/** A message to the operator. */
export type OperatorNotice = {
  about: OperatorSubject;
  /** A subject has one message for each cause: the id of a row, with a day or a count where it can happen again. */
  cause: string;
  /** The id that the command named in the message is run with. */
  reference?: string;
  at: Date;
  /** More to know, as names and values: ids and codes, no names and addresses of people. */
  facts?: MailData;
};

/** Who a message goes to, as they are when it is sent: a person or the operator. */
export type Recipient = {
  id: string;
  /** Null once the account is erased. */
  email: string | null;
  username: string;
  name: string;
  locale: Locale;
  isErased: boolean;
  /** The person showed that the address is theirs. */
  isProven: boolean;
  /** The address refused a message for good. */
  isBounced: boolean;
  /** The person reported a message as unwanted. */
  isSilenced: boolean;
};

/** A message that this server is to send now. */
export type ClaimedMail = Pick<
  typeof mails.$inferSelect,
  "id" | "channel" | "stream" | "kind" | "cause" | "address" | "data" | "attempts" | "createdAt"
> & {
  /** The token of its link, in plain text. */
  secret: string | null;
  recipient: Recipient;
};

/** What a person chose about a kind, or its defaults. */
export type Choice = { inApp: boolean; push: boolean; mail: MailFrequency };

/** A kind of choice with what applies to a person on each channel; null where there is nothing to choose. */
export type ChosenKind = {
  kind: ChoiceKind;
  stream: MailStream;
  channels: { app: "on" | "off" | null; push: "on" | "off" | null; mail: MailFrequency | null };
};
