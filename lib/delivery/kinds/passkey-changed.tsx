import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { AccountAdvice, Paragraph } from "../parts";

/** Informs the owner that a passkey was added or removed. */
export const passkeyChanged = message({
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
