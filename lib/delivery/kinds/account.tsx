import { openLink } from "@/lib/domain/accounts/queries";
import type { ClaimedMail } from "@/lib/domain/messages/types";
import type { AccountChange } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { ActionButton, DataTable, Muted, Paragraph, PathLink } from "../parts";
import type { MailTexts } from "../translator";

/** When something was done and, where known, from which device and network, and until when payouts are held for it. */
type Origin = { at: Date; device: string | null; network: string | null; heldUntil: Date | null };

/** The origin of what caused a message, of the data that it was written with. */
function originOf({ createdAt, data }: Pick<ClaimedMail, "createdAt" | "data">): Origin {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const heldUntil = text(data?.heldUntil);
  return {
    at: createdAt,
    device: text(data?.device),
    network: text(data?.network),
    heldUntil: heldUntil === null ? null : new Date(heldUntil),
  };
}

type OriginProps = { texts: MailTexts; origin: Origin };

/** The origin, for an owner to recognise. */
function OriginFacts({ texts: { t, dayAndTime }, origin: { at, device, network, heldUntil } }: OriginProps) {
  return (
    <>
      <DataTable
        rows={[
          [t("origin.at"), dayAndTime(at)],
          ...(device === null ? [] : [[t("origin.device"), device]]),
          ...(network === null ? [] : [[t("origin.network"), network]]),
        ]}
      />
      {heldUntil && <Paragraph>{t("origin.held", { at: dayAndTime(heldUntil) })}</Paragraph>}
    </>
  );
}

/** What the owner of an account does about a change that was theirs, and about one that was not. */
function AccountAdvice({ texts: { t } }: { texts: MailTexts }) {
  return (
    <>
      <Paragraph>{t("security.own")}</Paragraph>
      <Paragraph>
        {t.rich("security.notYou", {
          reset: (text) => <PathLink path="/forgot-password">{text}</PathLink>,
        })}
      </Paragraph>
      <ActionButton path="/settings/security">{t("security.action")}</ActionButton>
    </>
  );
}

type LinkKind =
  | "confirm_email"
  | "confirm_new_email"
  | "email_changed"
  | "email_restored"
  | "reset_password"
  | "cancel_plan";

/**
 * A message with a link that is used once. Its cause is the link, and it is not sent once that no longer works. The
 * token goes to our own page, which acts on a button only.
 */
function linkMessage(kind: LinkKind) {
  return message({
    load: async (db, mail) => {
      const link = await openLink(db, mail.cause);
      if (!link || mail.secret === null) return null;
      const path = `/link?token=${mail.secret}`;
      return { username: link.username, until: link.expiresAt, path, origin: originOf(mail) };
    },
    body: (texts, { username, until, path, origin }) => {
      const { t, appName, dayAndTime } = texts;
      return (
        <>
          <Paragraph>{t(`${kind}.text`, { username, appName })}</Paragraph>
          <ActionButton path={path}>{t(`${kind}.action`)}</ActionButton>
          <Muted>{t("common.linkUntil", { at: dayAndTime(until) })}</Muted>
          <OriginFacts texts={texts} origin={origin} />
          <Paragraph>{t(`${kind}.notYou`)}</Paragraph>
        </>
      );
    },
  });
}

/** Asks a person to prove the address of their account. */
export const confirm_email = linkMessage("confirm_email");

/** Asks a person to prove the address that their account is to get; sent there. */
export const confirm_new_email = linkMessage("confirm_new_email");

/** Informs the old address that the account has another one, with a link that restores it. */
export const email_changed = linkMessage("email_changed");

/** Informs an address that an undo replaced, with a link to object (D52). */
export const email_restored = linkMessage("email_restored");

/** Sends the link with which a new password is chosen. */
export const reset_password = linkMessage("reset_password");

/** Sends the link with which a plan is cancelled without signing in. */
export const cancel_plan = linkMessage("cancel_plan");

/** Informs both addresses that claim an account that an operator will decide (D52). */
export const account_contested = message({
  load: async (_db, mail) => ({ username: mail.recipient.username }),
  body: ({ t, appName }, { username }) => (
    <>
      <Paragraph>{t("account_contested.text", { username, appName })}</Paragraph>
      <Paragraph>{t("account_contested.next")}</Paragraph>
    </>
  ),
});

/** The last message of an account: it was erased. */
export const account_erased = message({
  load: async (_db, mail) => originOf(mail),
  body: (texts, origin) => {
    const { t, appName } = texts;
    return (
      <>
        <Paragraph>{t("account_erased.text", { appName })}</Paragraph>
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("account_erased.notYou")}</Paragraph>
      </>
    );
  },
});

/** Informs the owner that the password was replaced, and until when payouts are held if it was reset by mail. */
export const password_changed = message({
  load: async (_db, mail) => ({ username: mail.recipient.username, origin: originOf(mail) }),
  body: (texts, { username, origin }) => {
    const { t, appName } = texts;
    return (
      <>
        <Paragraph>{t("password_changed.text", { username, appName })}</Paragraph>
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("password_changed.notYou")}</Paragraph>
        <ActionButton path="/forgot-password">{t("password_changed.action")}</ActionButton>
      </>
    );
  },
});

/** Informs the owner that a passkey was added or removed. */
export const passkey_changed = message({
  load: async (_db, mail) => ({
    origin: originOf(mail),
    change: mail.data?.change === "removed" ? ("removed" as const) : ("added" as const),
    name: String(mail.data?.name ?? ""),
  }),
  title: ({ t }, { change }) => t(`passkey_changed.${change}.title`),
  body: (texts, { origin, change, name }) => (
    <>
      <Paragraph>{texts.t(`passkey_changed.${change}.text`, { name })}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});

const FACTOR_CHANGES = ["on", "off", "codes", "code_used"] as const;

/** Informs the owner that the second factor was switched on or off, or that recovery codes were made or used. */
export const second_factor_changed = message({
  load: async (_db, mail) => {
    const change = FACTOR_CHANGES.find((each) => each === mail.data?.change);
    return change ? { origin: originOf(mail), change, count: Number(mail.data?.codesLeft ?? 0) } : null;
  },
  subject: ({ t }, { change }) =>
    t(change === "code_used" ? "second_factor_changed.subjectCode" : "second_factor_changed.subject"),
  title: ({ t }, { change }) => t(`second_factor_changed.${change}.title`),
  body: (texts, { origin, change, count }) => (
    <>
      <Paragraph>{texts.t(`second_factor_changed.${change}.text`, { count })}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});

const PAYOUT_CHANGES = ["payout_method", "paypal_email", "payout_card"] as const satisfies AccountChange[];

/** Informs the owner that somebody replaced how they get paid. */
export const payout_details_changed = message({
  load: async (_db, mail) => {
    const named = String(mail.data?.changes ?? "").split(" ");
    return { changes: PAYOUT_CHANGES.filter((change) => named.includes(change)), origin: originOf(mail) };
  },
  body: (texts, { changes, origin }) => {
    const { t, shared } = texts;
    return (
      <>
        {changes.map((change) => (
          <Paragraph key={change}>{shared(`notifications.account.changes.${change}`)}</Paragraph>
        ))}
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("payout_details_changed.notYou")}</Paragraph>
        <ActionButton path="/profile#payment">{t("payout_details_changed.action")}</ActionButton>
        <Paragraph>
          <PathLink path="/forgot-password">{t("payout_details_changed.password")}</PathLink>
        </Paragraph>
      </>
    );
  },
});

/** Informs the owner that the account was opened from a device family that it was not opened from before. */
export const new_sign_in = message({
  load: async (_db, mail) => originOf(mail),
  body: (texts, origin) => (
    <>
      <Paragraph>{texts.t("new_sign_in.text")}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});
