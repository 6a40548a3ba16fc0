import type { ReactNode } from "react";
import { AccountBanners } from "@/components/shell/account-banners";
import { AppHeader } from "@/components/shell/app-header";
import { PressedTab } from "@/components/shell/pressed-tab";
import { RefreshWhenStale } from "@/components/shell/refresh-when-stale";
import { TabBar } from "@/components/shell/tab-bar";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { requireViewer } from "@/lib/web/session";

/**
 * Specification 9, Data cache. A page is never older than this frame, because the router requests both together.
 */
const FRESH_SECONDS = 300;

/** Header, content, five tabs. */
export default async function ShellLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer();
  const renderedAt = now().getTime();
  return (
    <>
      <RefreshWhenStale renderedAt={renderedAt} seconds={FRESH_SECONDS} />
      <AppHeader appName={env().appName} tier={viewer.tier} />
      {/* Wide on wide screens (D48); a form or a text goes into `Narrow`. */}
      <main
        id="main"
        tabIndex={-1}
        className="px-safe mx-auto max-w-2xl pt-4 pb-[calc(88px+env(safe-area-inset-bottom))] outline-none lg:max-w-5xl"
      >
        <PressedTab>
          <AccountBanners viewer={viewer} />
          {children}
        </PressedTab>
      </main>
      <TabBar unread={viewer.unread} renderedAt={renderedAt} />
    </>
  );
}
