import { message } from "../message";
import { Paragraph } from "../parts";

/** Informs both addresses that claim an account that an operator will decide (D52). */
export const accountContested = message({
  load: async (_db, mail) => ({ username: mail.recipient.username }),
  body: ({ t, appName }, { username }) => (
    <>
      <Paragraph>{t("account_contested.text", { username, appName })}</Paragraph>
      <Paragraph>{t("account_contested.next")}</Paragraph>
    </>
  ),
});
