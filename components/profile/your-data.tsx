import { useTranslations } from "next-intl";
import { DownloadButton } from "./download-button";
import { EraseButton } from "./erase-button";
import type { LeavingAccount } from "./erase-dialog";

/** What a person can do with the data that is stored about them: download it, or delete the account. */
export function YourData({ account }: { account: LeavingAccount }) {
  const t = useTranslations("profile.data");
  return (
    <div className="divide-y">
      <section className="space-y-3 pb-4">
        <p>{t("download.text")}</p>
        <DownloadButton />
      </section>
      <section className="space-y-3 pt-4">
        <p>{t("erase.text")}</p>
        <EraseButton account={account} />
      </section>
    </div>
  );
}
