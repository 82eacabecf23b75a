import { mount } from 'svelte';
import './styles/index.css';
import { letter } from './live/letter.svelte';
import { confirmation } from './live/confirmation.svelte';
import { switches } from './live/switches.svelte';
import { theme } from './live/theme.svelte';
import { isKept } from './live/unsaved';
import { viewer } from './live/viewer.svelte';
import { here } from './router/location.svelte';
import App from './shell/App.svelte';

theme.start();
here.start();
letter.start();
switches.start();
confirmation.start();
viewer.start();
// Text that this tab could not send before it was loaded anew goes on its way, whatever page is shown.
if (isKept()) void import('./pages/research/editor/savings.svelte');
mount(App, { target: document.getElementById('application') as HTMLElement });
