import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.mts';

/** The host that `vite` passes the API on to while pages are written. */
const host = process.env.QUARRY_HOST ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte(), compressed()],
  build: {
    outDir: '../target/dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures stay files: the policy lets nothing but pictures come out of a text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': host, '/docs': host, '/llms.txt': host, '/cable': { target: host, ws: true } },
  },
});
