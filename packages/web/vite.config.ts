// The browser's half of the pages: scripts split by page, one style sheet, fonts, and the table of their names.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  root: at('./src'),
  base: '/assets/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: at('./dist/client'),
    assetsDir: '.',
    manifest: 'manifest.json',
    emptyOutDir: true,
    // Every asset is a file of its own: the pages' policy allows no data addresses for scripts and fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // Marks of libraries for frameworks that we do not use.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      input: {
        enhance: at('./src/entries/enhance.ts'),
        public: at('./src/entries/public.tsx'),
        app: at('./src/entries/app.tsx'),
        styles: at('./src/entries/styles.ts'),
      },
    },
  },
})
