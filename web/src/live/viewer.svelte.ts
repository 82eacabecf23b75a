import { askAnew, get, type Body } from '../api/client';
import { hands, send } from '../api/write';

type Viewer = Body<'/session'>;
type Credentials = NonNullable<Parameters<typeof send<'post', '/auth/exchange'>>[1]['body']>;

/** Who looks at the pages. Other tabs are told of a sign-in or sign-out, and follow. */
class Viewing {
  #now = $state.raw<Viewer | null>(null);
  /** False until the service has said who it is. */
  isKnown = $state(false);
  /** Counts changes of person: pages that show what is somebody's own are drawn anew. */
  turn = $state(0);
  /** Questions that were begun, and the newest whose answer is known: answers that come late tell of an earlier session. */
  #begun = 0;
  #known = 0;
  #tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quarry-session') : null;

  get person() {
    return this.#now?.user ?? null;
  }
  get organization() {
    return this.#now?.organization ?? null;
  }
  get impersonation() {
    return this.#now?.impersonation ?? null;
  }
  get signedIn(): boolean {
    return this.#now?.signed_in ?? false;
  }
  may(permission: string): boolean {
    return this.#now?.permissions.includes(permission) ?? false;
  }
  /** A permission of staff, or the tier that changes staff. */
  get isStaff(): boolean {
    return (this.#now?.permissions.length ?? 0) > 0;
  }

  start(): void {
    hands.renew = () => this.renew();
    // A refused sign-in ends nothing.
    hands.ended = () => void (this.signedIn && this.renew());
    if (this.#tabs) this.#tabs.onmessage = () => void this.renew();
    void this.renew();
  }

  /** Asks the service who is signed in. */
  async renew(): Promise<void> {
    const turn = (this.#begun += 1);
    askAnew();
    try {
      this.#take(await get({ path: '/session' }), turn);
    } catch {
      // Public pages need nobody; whoever needs a session is told by its own answer.
      this.isKnown = true;
    }
  }

  async signIn(credentials: Credentials): Promise<void> {
    const { viewer } = await send('post', { path: '/auth/exchange', body: credentials });
    // Answers that are still on their way were asked for before the sign-in.
    this.#take(viewer as Viewer, (this.#begun += 1));
    this.#tabs?.postMessage('changed');
  }

  async signOut(): Promise<void> {
    await send('post', { path: '/auth/logout' });
    await this.changed();
  }

  /** The session is another one now: tells the other tabs too. */
  async changed(): Promise<void> {
    await this.renew();
    this.#tabs?.postMessage('changed');
  }

  #take(viewer: Viewer, turn: number): void {
    if (turn < this.#known) return;
    this.#known = turn;
    hands.csrfToken = viewer.csrf_token;
    if (this.isKnown && viewer.user?.id !== this.#now?.user?.id) this.turn += 1;
    this.#now = viewer;
    this.isKnown = true;
  }
}

export const viewer = new Viewing();
