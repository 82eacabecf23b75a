import { get, type Body } from '../api/client';
import { messages } from './messages.svelte';
import { viewer } from './viewer.svelte';

/** How many entries of the person's inbox are not read. The person's menu shows it on every page, and the inbox changes it. */
class InboxCount {
  unread = $state(0);

  /** Follows the inbox while the component that asks is shown. To be called while it is set up. */
  follow(): void {
    $effect(() => {
      void viewer.turn;
      this.unread = 0;
      if (viewer.signedIn) void this.ask();
    });
    const again = () => void this.ask();
    messages.hear((message) => message.name === 'inbox.grew' && again(), again);
  }

  take(body: Body<'/session/notifications'>): void {
    this.unread = body.unread_count;
  }

  private async ask(): Promise<void> {
    try {
      this.take(await get({ path: '/session/notifications' }));
    } catch {
      // The menu does without the number; the inbox itself says what is wrong.
    }
  }
}

export const inbox = new InboxCount();
