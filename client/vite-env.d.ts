/// <reference types="vite/client" />

declare module 'core-js/actual/*';
