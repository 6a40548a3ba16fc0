import { AccountAdvice } from "../account-advice";
import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { Paragraph, Title } from "../parts";

/** Tells that a passkey was added or removed. */
export const passkeyChanged = message({
  load: async (_db, mail) => ({
    origin: originOf(mail),
    change: mail.data?.change === "removed" ? ("removed" as const) : ("added" as const),
    name: String(mail.data?.name ?? ""),
  }),
  subject: ({ t }) => t("passkey_changed.subject"),
  preview: ({ t }) => t("passkey_changed.preview"),
  body: (texts, { origin, change, name }) => (
    <>
      <Title>{texts.t(`passkey_changed.${change}.title`)}</Title>
      <Paragraph>{texts.t(`passkey_changed.${change}.text`, { name })}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});
