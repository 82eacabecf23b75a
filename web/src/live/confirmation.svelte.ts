import { hands, send } from '../api/write';

type Proof = NonNullable<Parameters<typeof send<'post', '/session/sudo'>>[1]['body']>;

/** The password that a dangerous write asks for again. One dialog of the shell shows it; a write waits for it. */
class Confirmation {
  isAsked = $state(false);
  #answer: ((isConfirmed: boolean) => void) | null = null;

  start(): void {
    hands.confirmPassword = () => {
      this.#answer?.(false);
      this.isAsked = true;
      return new Promise((resolve) => (this.#answer = resolve));
    };
  }

  /** Throws a `Problem` where the password is not right. */
  async confirm(proof: Proof): Promise<void> {
    const sudo = await send('post', { path: '/session/sudo', body: proof });
    hands.csrfToken = sudo.csrf_token;
    this.#end(true);
  }

  giveUp(): void {
    this.#end(false);
  }

  #end(isConfirmed: boolean): void {
    this.isAsked = false;
    this.#answer?.(isConfirmed);
    this.#answer = null;
  }
}

export const confirmation = new Confirmation();
