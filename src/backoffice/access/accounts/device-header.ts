/** The header `X-Device` of a response, as it is described. */
export const DEVICE_HEADER = {
  description: 'By which this device is known at its next sign-ins, for 180 days from each; it opens nothing by itself',
  schema: { type: 'string', example: 'Qw7eRt2yUi9oPa4sDf6gHj1kLz8xCv3bNm5TqWzX' },
} as const;
