/// A handwritten contract with every keyword that traffic can contradict.
enum ShopContract {
    static let text = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Shop",
            "version": "1",
            "description": "Written by people."
          },
          "servers": [
            {
              "url": "https://api.shop.test"
            }
          ],
          "paths": {
            "/items": {
              "get": {
                "operationId": "items.list",
                "responses": {
                  "200": {
                    "description": "The items.",
                    "headers": {
                      "ETag": {
                        "required": true,
                        "schema": {
                          "type": "string"
                        }
                      }
                    },
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/Item"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Item": {
                "type": "object",
                "description": "An item.",
                "required": [
                  "name",
                  "id"
                ],
                "properties": {
                  "name": {
                    "type": "string",
                    "minLength": 3,
                    "description": "Never empty."
                  },
                  "id": {
                    "type": "integer",
                    "minimum": 1,
                    "exclusiveMaximum": 100
                  },
                  "state": {
                    "description": "Closed on purpose.",
                    "enum": [
                      "new",
                      "old"
                    ]
                  },
                  "unit": {
                    "const": "cm"
                  },
                  "code": {
                    "type": "string",
                    "pattern": "^[A-Z]+$"
                  },
                  "made": {
                    "type": "string",
                    "x-date-formats": [
                      "yyyy-MM-dd"
                    ]
                  },
                  "colour": {
                    "type": "string",
                    "x-known-values": [
                      "red"
                    ]
                  },
                  "sizes": {
                    "type": "array",
                    "maxItems": 2,
                    "items": {
                      "type": "number"
                    }
                  },
                  "kept": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "a": {
                        "type": "boolean"
                      }
                    }
                  }
                }
              }
            }
          }
        }

        """#
}
