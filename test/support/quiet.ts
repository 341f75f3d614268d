import { Logger } from '@nestjs/common';

// Many specs provoke faults on purpose; what the program logs about them is shown with TEST_LOG=1.
Logger.overrideLogger(process.env.TEST_LOG ? ['log', 'warn', 'error'] : false);
