import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { ActionButton, Paragraph } from "../parts";

/** Informs the owner that the password was replaced, and until when payouts are held if it was reset by mail. */
export const passwordChanged = message({
  load: async (_db, mail) => {
    const heldUntil = mail.data?.heldUntil;
    return {
      username: mail.recipient.username,
      heldUntil: typeof heldUntil === "string" ? new Date(heldUntil) : null,
      origin: originOf(mail),
    };
  },
  body: (texts, { username, heldUntil, origin }) => {
    const { t, appName, dayAndTime } = texts;
    return (
      <>
        <Paragraph>{t("password_changed.text", { username, appName })}</Paragraph>
        <OriginFacts texts={texts} origin={origin} />
        {heldUntil && <Paragraph>{t("password_changed.held", { at: dayAndTime(heldUntil) })}</Paragraph>}
        <Paragraph>{t("password_changed.notYou")}</Paragraph>
        <ActionButton path="/forgot-password">{t("password_changed.action")}</ActionButton>
      </>
    );
  },
});
