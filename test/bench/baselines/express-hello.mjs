import express from 'express';
import { serve } from './serve.mjs';

/** Baseline with Express only. */
await serve(() => {
  const app = express();
  app.get('/', (_request, response) => {
    response.json({ hello: 'world' });
  });
  app.post('/', express.json(), (request, response) => {
    response.json({ keys: Object.keys(request.body) });
  });
  return { app };
});
