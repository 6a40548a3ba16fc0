import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { Paragraph, Title } from "../parts";

/** The last message of an account: it was erased. */
export const accountErased = message({
  load: async (_db, mail) => originOf(mail),
  subject: ({ t }) => t("account_erased.subject"),
  preview: ({ t }) => t("account_erased.preview"),
  body: (texts, origin) => {
    const { t, appName } = texts;
    return (
      <>
        <Title>{t("account_erased.title")}</Title>
        <Paragraph>{t("account_erased.text", { appName })}</Paragraph>
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("account_erased.notYou")}</Paragraph>
      </>
    );
  },
});
