import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { AccountAdvice, Paragraph } from "../parts";

/** Informs the owner that the account was opened from a device family that it was not opened from before. */
export const newSignIn = message({
  load: async (_db, mail) => originOf(mail),
  body: (texts, origin) => (
    <>
      <Paragraph>{texts.t("new_sign_in.text")}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});
