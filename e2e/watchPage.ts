import type { Page } from 'playwright/test';

/** Everything by which a page could reach out of itself or be taken over, as it happens. */
export interface PageWatch {
  /** Requests to anywhere but the server, dialogs, popups, downloads, sockets, frames. */
  escapes: string[];
}

/** Watches a page from now on. Images from their own bytes (`data:`) reach nothing. */
export function watchPage(page: Page, origin: string): PageWatch {
  const escapes: string[] = [];
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') escapes.push(`request ${request.url()}`);
  });
  page.on('websocket', socket => escapes.push(`socket ${socket.url()}`));
  page.on('dialog', dialog => {
    escapes.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', popup => escapes.push(`popup ${popup.url()}`));
  page.on('download', download => escapes.push(`download ${download.url()}`));
  page.on('frameattached', frame => escapes.push(`frame ${frame.url()}`));
  return { escapes };
}

/** How far the page is wider than its window, in pixels: a layout that a text has broken. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
