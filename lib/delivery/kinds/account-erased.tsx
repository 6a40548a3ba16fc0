import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { Paragraph } from "../parts";

/** The last message of an account: it was erased. */
export const accountErased = message({
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
