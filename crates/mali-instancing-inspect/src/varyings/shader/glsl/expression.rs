//! Constant expressions of integers: conditions of the preprocessor, lengths, locations.

use super::tokens::Token;
use crate::varyings::shader::Fault;

/// The largest depth of nested parentheses and signs.
const MAX_DEPTH: u32 = 64;

/// An expression, read as far as it was evaluated.
struct Expression<'t, 'a, N> {
    tokens: &'t [Token<'a>],
    position: usize,
    /// The byte at which a missing token is reported.
    end: usize,
    names: N,
    depth: u32,
}

/// The value of an expression that begins at byte `begin`; `names` returns the values of names.
pub(super) fn evaluate<'a>(
    tokens: &[Token<'a>],
    begin: usize,
    names: impl Fn(&Token<'a>) -> Result<i64, Fault>,
) -> Result<i64, Fault> {
    let end = tokens.last().map_or(begin, Token::end);
    let (position, depth) = (0, 0);
    let mut expression = Expression {
        tokens,
        position,
        end,
        names,
        depth,
    };
    let value = expression.choice(true)?;
    match expression.peek() {
        None => Ok(value),
        Some(rest) => Err(unexpected(&rest)),
    }
}

fn unexpected(found: &Token<'_>) -> Fault {
    let text = found.text;
    let message =
        format!("`{text}` is not expected here: constant expressions of integers are supported");
    Fault::new(found.offset, message)
}

/// The precedence of an operator.
fn precedence(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 1,
        "^^" => 2,
        "&&" => 3,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "==" | "!=" => 7,
        "<" | ">" | "<=" | ">=" => 8,
        "<<" | ">>" => 9,
        "+" | "-" => 10,
        "*" | "/" | "%" => 11,
        _ => return None,
    })
}

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    let shift = u32::try_from(right).ok().filter(|&shift| shift < 32);
    Some(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "^^" => i64::from((left != 0) != (right != 0)),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left << shift?,
        ">>" => left >> shift?,
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    })
}

impl<'a, N: Fn(&Token<'a>) -> Result<i64, Fault>> Expression<'_, 'a, N> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.position).copied()
    }

    fn next(&mut self) -> Result<Token<'a>, Fault> {
        let token = self.peek();
        self.position += 1;
        token.ok_or_else(|| Fault::new(self.end, "this expression ends too soon"))
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.text == text);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), Fault> {
        let token = self.next()?;
        if token.text == text {
            Ok(())
        } else {
            Err(unexpected(&token))
        }
    }

    /// Reads a conditional expression. An operand that is not evaluated because another one decides may contain any
    /// name.
    fn choice(&mut self, is_live: bool) -> Result<i64, Fault> {
        let condition = self.binary(1, is_live)?;
        if !self.takes("?") {
            return Ok(condition);
        }
        let chosen = self.deeper(|this| this.choice(is_live && condition != 0))?;
        self.expect(":")?;
        let other = self.deeper(|this| this.choice(is_live && condition == 0))?;
        Ok(if condition != 0 { chosen } else { other })
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Result<i64, Fault>) -> Result<i64, Fault> {
        if self.depth == MAX_DEPTH {
            let message = format!("this expression is nested more than {MAX_DEPTH} deep");
            return Err(Fault::new(
                self.peek().map_or(self.end, |token| token.offset),
                message,
            ));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn binary(&mut self, least: u8, is_live: bool) -> Result<i64, Fault> {
        let mut left = self.unary(is_live)?;
        while let Some(operator) = self.peek() {
            let Some(binds) = precedence(operator.text).filter(|&binds| binds >= least) else {
                break;
            };
            self.position += 1;
            let is_decided = match operator.text {
                "&&" => left == 0,
                "||" => left != 0,
                _ => false,
            };
            let is_live = is_live && !is_decided;
            let right = self.binary(binds + 1, is_live)?;
            left = match apply(operator.text, left, right).and_then(in_32_bits) {
                Some(value) => value,
                None if !is_live => 0,
                None => {
                    let message =
                        format!("{left} {} {right} has no value of 32 bits", operator.text);
                    return Err(Fault::new(operator.offset, message));
                }
            };
        }
        Ok(left)
    }

    fn unary(&mut self, is_live: bool) -> Result<i64, Fault> {
        let token = self.next()?;
        match token.text {
            "+" => self.deeper(|this| this.unary(is_live)),
            "-" => self.deeper(|this| this.unary(is_live)).map(|value| -value),
            "!" => self
                .deeper(|this| this.unary(is_live))
                .map(|value| i64::from(value == 0)),
            "~" => self.deeper(|this| this.unary(is_live)).map(|value| !value),
            "(" => {
                let value = self.deeper(|this| this.choice(is_live))?;
                self.expect(")")?;
                Ok(value)
            }
            "true" => Ok(1),
            "false" => Ok(0),
            _ if token.text.starts_with(|first: char| first.is_ascii_digit()) => number(token.text)
                .and_then(in_32_bits)
                .ok_or_else(|| unexpected(&token)),
            _ if !token.is_word() => Err(unexpected(&token)),
            _ if self.takes("(") => self.call(&token, is_live),
            _ => match (self.names)(&token) {
                Err(_) if !is_live => Ok(0),
                value => value,
            },
        }
    }

    fn call(&mut self, function: &Token<'a>, is_live: bool) -> Result<i64, Fault> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.deeper(|this| this.choice(is_live))?);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")")?;
        match (function.text, &arguments[..]) {
            ("int" | "uint", &[value]) => Ok(value),
            ("abs", &[value]) => Ok(value.abs()),
            ("min", &[one, other]) => Ok(one.min(other)),
            ("max", &[one, other]) => Ok(one.max(other)),
            ("clamp", &[value, least, most]) => Ok(value.max(least).min(most)),
            _ => Err(Fault::new(
                function.offset,
                format!(
                    "`{}` of {} is not supported in a constant expression: abs, clamp, int, max, min and uint are",
                    function.text,
                    arguments.len()
                ),
            )),
        }
    }
}

/// The value, if GLSL's signed or unsigned integers can hold it.
fn in_32_bits(value: i64) -> Option<i64> {
    (i64::from(i32::MIN)..=i64::from(u32::MAX))
        .contains(&value)
        .then_some(value)
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    if let Some(digits) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        i64::from_str_radix(digits, 16).ok()
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    }
}
