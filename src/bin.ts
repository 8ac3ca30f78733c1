#!/usr/bin/env node
import { runApp } from './cli/app.ts';

process.exitCode = await runApp(process.argv.slice(2));
