import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { words } from './lib/i18n.svelte';
import { followRenewals } from './lib/renewed';
import { router } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';

settings.apply();
await words.start();
followRenewals();
router.start();
mount(App, { target: document.getElementById('app')! });
