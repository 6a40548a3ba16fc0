import { AccountAdvice } from "../account-advice";
import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { Paragraph, Title } from "../parts";

/** Tells that an account was opened from a device family that it was not opened from before. */
export const newSignIn = message({
  load: async (_db, mail) => originOf(mail),
  subject: ({ t }) => t("new_sign_in.subject"),
  preview: ({ t }) => t("new_sign_in.preview"),
  body: (texts, origin) => (
    <>
      <Title>{texts.t("new_sign_in.title")}</Title>
      <Paragraph>{texts.t("new_sign_in.text")}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});
