import { message } from "../message";
import { Paragraph, Title } from "../parts";

/** Tells both addresses that claim an account that an operator decides (D52). */
export const accountContested = message({
  load: async (_db, mail) => ({ username: mail.recipient.username }),
  subject: ({ t }) => t("account_contested.subject"),
  preview: ({ t }) => t("account_contested.preview"),
  body: ({ t, appName }, { username }) => (
    <>
      <Title>{t("account_contested.title")}</Title>
      <Paragraph>{t("account_contested.text", { username, appName })}</Paragraph>
      <Paragraph>{t("account_contested.next")}</Paragraph>
    </>
  ),
});
