import { ActionButton, Paragraph, PathLink } from "./parts";
import type { MailTexts } from "./translator";

/** What the owner of an account does about a change that was theirs, and about one that was not. */
export function AccountAdvice({ texts: { t } }: { texts: MailTexts }) {
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
