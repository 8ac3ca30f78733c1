import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { toolMakers } from '../../src/mcp/tools.ts';
import { wireTools } from '../../src/mcp/wire-tools.ts';

/** What every agent reads on every turn. A change here is a change for all of them: make it on purpose. */
const roles = rolesOf(overlordFormation);
const tools = wireTools(toolMakers.map((make) => make(roles)));

describe('the five tools as an agent sees them', () => {
  it('cost less than 1,500 tokens in all, at three characters a token', () => {
    expect(JSON.stringify(tools).length / 3).toBeLessThan(1500);
  });

  it('derive their schemas from the types that parse the arguments [design.d5-sdk.3]', () => {
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
    }
    expect(tools[0]?.inputSchema.properties).toMatchObject({ to: { enum: [...roles, 'human'] } });
  });

  it('match their snapshot', () => {
    expect(
      tools.map(({ name, description, annotations, inputSchema }) => ({
        name,
        description,
        annotations,
        takes: Object.keys(inputSchema.properties ?? {}),
        required: inputSchema.required ?? [],
      })),
    ).toMatchInlineSnapshot(`
      [
        {
          "annotations": {
            "destructiveHint": false,
            "openWorldHint": false,
            "readOnlyHint": false,
          },
          "description": "Send a message to a role, or to human: the person. Stored durably; the recipient is woken.",
          "name": "send_message",
          "required": [
            "to",
            "subject",
            "body",
          ],
          "takes": [
            "to",
            "subject",
            "body",
            "priority",
            "type",
          ],
        },
        {
          "annotations": {
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
            "readOnlyHint": false,
          },
          "description": "Take your unread messages, urgent first. Call it when you see [MESSAGE from …]; do not poll.",
          "name": "check_inbox",
          "required": [],
          "takes": [],
        },
        {
          "annotations": {
            "openWorldHint": false,
            "readOnlyHint": true,
          },
          "description": "What roles declare, and what is observed: unread mail, relay, agent. Unread 0: your message was read.",
          "name": "get_status",
          "required": [],
          "takes": [
            "role",
          ],
        },
        {
          "annotations": {
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
            "readOnlyHint": false,
          },
          "description": "Declare your own status and what you are working on.",
          "name": "update_status",
          "required": [
            "status",
          ],
          "takes": [
            "status",
            "task",
          ],
        },
        {
          "annotations": {
            "destructiveHint": false,
            "openWorldHint": false,
            "readOnlyHint": false,
          },
          "description": "Send the same message to every other role.",
          "name": "broadcast",
          "required": [
            "subject",
            "body",
          ],
          "takes": [
            "subject",
            "body",
            "priority",
          ],
        },
      ]
    `);
  });

  it('require no field of a result, which may be an error: older clients apply one schema to both', () => {
    for (const { outputSchema } of tools) expect(outputSchema).not.toHaveProperty('required');
  });

  it('no tool takes a sender: identity is the process [relay.env.1]', () => {
    for (const { inputSchema } of tools) {
      expect(Object.keys(inputSchema.properties ?? {})).not.toContain('from');
    }
  });
});
