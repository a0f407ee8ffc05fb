//! Constant expressions of integers: conditions of the preprocessor, lengths, locations.

use super::cursor::Cursor;
use super::tokens::Token;
use crate::error::Fault;

/// The largest depth of nested parentheses and signs.
const MAX_DEPTH: u32 = 64;

/// The precedence of an operator of two operands, from the loosest, and its value if 64 bits hold it.
type Operator = (u32, fn(i64, i64) -> Option<i64>);

fn operator(text: &str) -> Option<Operator> {
    Some(match text {
        "||" => (0, |left, right| Some((left != 0 || right != 0).into())),
        "^^" => (1, |left, right| Some(((left != 0) != (right != 0)).into())),
        "&&" => (2, |left, right| Some((left != 0 && right != 0).into())),
        "|" => (3, |left, right| Some(left | right)),
        "^" => (4, |left, right| Some(left ^ right)),
        "&" => (5, |left, right| Some(left & right)),
        "==" => (6, |left, right| Some((left == right).into())),
        "!=" => (6, |left, right| Some((left != right).into())),
        "<" => (7, |left, right| Some((left < right).into())),
        ">" => (7, |left, right| Some((left > right).into())),
        "<=" => (7, |left, right| Some((left <= right).into())),
        ">=" => (7, |left, right| Some((left >= right).into())),
        // A value of 32 bits that is shifted by at most 31 places fits 64 bits.
        "<<" => (8, |left, right| Some(left << shift(right)?)),
        ">>" => (8, |left, right| Some(left >> shift(right)?)),
        "+" => (9, i64::checked_add),
        "-" => (9, i64::checked_sub),
        "*" => (10, i64::checked_mul),
        "/" => (10, i64::checked_div),
        "%" => (10, i64::checked_rem),
        _ => return None,
    })
}

/// Whether the operators of that precedence compare, or combine conditions: their value is no number.
const fn is_condition(precedence: u32) -> bool {
    matches!(precedence, 0..=2 | 6 | 7)
}

fn shift(bits: i64) -> Option<u32> {
    u32::try_from(bits).ok().filter(|&bits| bits < 32)
}

/// A value of an expression.
#[derive(Clone, Copy)]
pub(super) struct Value {
    // 64 bits hold the values of `int` and of `uint`.
    pub(super) number: i64,
    is_unsigned: bool,
}

impl Value {
    pub(super) const fn signed(number: i64) -> Self {
        Self {
            number,
            is_unsigned: false,
        }
    }

    /// The unsigned integer with the same 32 bits: those that arithmetic of unsigned integers keeps.
    const fn unsigned(number: i64) -> Self {
        Self {
            number: number & u32::MAX as i64,
            is_unsigned: true,
        }
    }

    /// This value in an unsigned type, or as it is.
    pub(super) const fn of_type(self, is_unsigned: bool) -> Self {
        if is_unsigned {
            Self::unsigned(self.number)
        } else {
            self
        }
    }

    /// This value as an `int` or a `uint`: the same 32 bits are another number in the other type.
    pub(super) fn converted(self, is_unsigned: bool) -> Self {
        if self.is_unsigned && !is_unsigned {
            Self::signed((self.number as i32).into())
        } else {
            self.of_type(is_unsigned)
        }
    }
}

/// The part of a constant that a name has in an expression.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Whole,
    /// A component of a vector, or an element of an array.
    Element(usize),
    /// The number of an array's elements.
    Length,
}

/// An expression, read as far as it was evaluated.
struct Expression<'t, 'a, N> {
    cursor: Cursor<'t, 'a>,
    names: N,
    depth: u32,
}

/// The value of an expression that begins at byte `begin`; `names` returns the values of names.
pub(super) fn evaluate<'a>(
    tokens: &[Token<'a>],
    begin: usize,
    names: impl Fn(&Token<'a>, Part) -> Result<Value, Fault>,
) -> Result<Value, Fault> {
    let cursor = Cursor::new(tokens, begin, "this expression ends too soon");
    let mut expression = Expression {
        cursor,
        names,
        depth: 0,
    };
    let value = expression.choice(true)?;
    match expression.cursor.next() {
        Err(_) => Ok(value),
        Ok(rest) => Err(unexpected(&rest)),
    }
}

fn unexpected(found: &Token<'_>) -> Fault {
    let text = found.text;
    let message =
        format!("`{text}` is not expected here: constant expressions of integers are supported");
    Fault::new(found.offset, message)
}

impl<'a, N: Fn(&Token<'a>, Part) -> Result<Value, Fault>> Expression<'_, 'a, N> {
    /// Reads a conditional expression. An operand that is not evaluated because another one decides may contain any
    /// name.
    fn choice(&mut self, is_live: bool) -> Result<Value, Fault> {
        if self.depth == MAX_DEPTH {
            let message = format!("this expression is nested more than {MAX_DEPTH} deep");
            return Err(Fault::new(self.cursor.offset(), message));
        }
        self.depth += 1;
        let mut value = self.binary(0, is_live)?;
        if self.cursor.takes("?") {
            let is_true = value.number != 0;
            let chosen = self.choice(is_live && is_true)?;
            self.cursor.expect(":")?;
            let other = self.choice(is_live && !is_true)?;
            let is_unsigned = chosen.is_unsigned || other.is_unsigned;
            value = if is_true { chosen } else { other }.of_type(is_unsigned);
        }
        self.depth -= 1;
        Ok(value)
    }

    /// Reads operands with the operators of that precedence and of tighter ones.
    fn binary(&mut self, loosest: u32, is_live: bool) -> Result<Value, Fault> {
        let mut left = self.unary(is_live)?;
        loop {
            let text = self.cursor.peek();
            let Some((precedence, apply)) = operator(text).filter(|found| found.0 >= loosest)
            else {
                return Ok(left);
            };
            let offset = self.cursor.next()?.offset;
            let is_true = left.number != 0;
            let is_decided = text == "&&" && !is_true || text == "||" && is_true;
            let is_live = is_live && !is_decided;
            // The right operand has only tighter operators, because those of one precedence are grouped from the left.
            let right = self.binary(precedence + 1, is_live)?;
            let is_shift = matches!(text, "<<" | ">>");
            // A signed operand becomes unsigned beside an unsigned one, except that a shift has the type of what it moves.
            let is_unsigned = left.is_unsigned || right.is_unsigned && !is_shift;
            let left_number = left.of_type(is_unsigned).number;
            let right_number = right.of_type(is_unsigned && !is_shift).number;
            let value = apply(left_number, right_number);
            let value = if is_unsigned && !is_condition(precedence) {
                value.map(Value::unsigned)
            } else {
                value.and_then(in_32_bits).map(Value::signed)
            };
            left = match value {
                Some(value) => value,
                // A division by 0 is no mistake in a part that does not count.
                None if !is_live => Value::signed(0),
                None => {
                    let message =
                        format!("{left_number} {text} {right_number} has no value of 32 bits");
                    return Err(Fault::new(offset, message));
                }
            };
        }
    }

    fn unary(&mut self, is_live: bool) -> Result<Value, Fault> {
        let mut signs = Vec::new();
        while matches!(self.cursor.peek(), "+" | "-" | "!" | "~") {
            signs.push(self.cursor.next()?.text);
        }
        let value = self.operand(is_live)?;
        Ok(signs.iter().rev().fold(value, |value, sign| {
            let Value {
                number,
                is_unsigned,
            } = value;
            // Signs apply from the one next to the operand on. 64 bits hold the negative of every value of 32 bits.
            match *sign {
                "-" => Value::signed(-number).of_type(is_unsigned),
                "!" => Value::signed(i64::from(number == 0)),
                "~" => Value::signed(!number).of_type(is_unsigned),
                _ => value,
            }
        }))
    }

    fn operand(&mut self, is_live: bool) -> Result<Value, Fault> {
        let token = self.cursor.next()?;
        match token.text {
            "(" => self.closed_by(")", is_live),
            "true" => Ok(Value::signed(1)),
            "false" => Ok(Value::signed(0)),
            text if text.starts_with(|first: char| first.is_ascii_digit()) => number(text)
                .and_then(in_32_bits)
                .map(|number| Value::signed(number).of_type(text.ends_with(['u', 'U'])))
                .ok_or_else(|| unexpected(&token)),
            _ if !token.is_word() => Err(unexpected(&token)),
            _ if self.cursor.takes("(") => self.call(&token, is_live),
            _ => {
                let part = self.part(is_live)?;
                match (self.names)(&token, part) {
                    Err(_) if !is_live => Ok(Value::signed(0)),
                    value => value,
                }
            }
        }
    }

    fn closed_by(&mut self, bracket: &str, is_live: bool) -> Result<Value, Fault> {
        let value = self.choice(is_live)?;
        self.cursor.expect(bracket)?;
        Ok(value)
    }

    /// Reads what follows a name.
    fn part(&mut self, is_live: bool) -> Result<Part, Fault> {
        if self.cursor.takes("[") {
            let index = self.closed_by("]", is_live)?.number;
            // A negative index finds no element, like one that is too large.
            return Ok(Part::Element(usize::try_from(index).unwrap_or(usize::MAX)));
        }
        if !self.cursor.takes(".") {
            return Ok(Part::Whole);
        }
        let name = self.cursor.next()?;
        if name.text == "length" {
            self.cursor.expect("(")?;
            self.cursor.expect(")")?;
            return Ok(Part::Length);
        }
        let component = |set: &&str| set.find(name.text).filter(|_| name.text.len() == 1);
        let component = ["xyzw", "rgba", "stpq"].iter().find_map(component);
        component.map(Part::Element).ok_or_else(|| {
            let message = format!(
                "the member `{}` of a constant structure is not supported here: a number is allowed",
                name.text
            );
            Fault::new(name.offset, message)
        })
    }

    fn call(&mut self, function: &Token<'a>, is_live: bool) -> Result<Value, Fault> {
        let is_conversion = matches!(function.text, "int" | "uint");
        if let Some(float) = float(self.cursor.peek()).filter(|_| is_conversion) {
            self.cursor.position += 1;
            self.cursor.expect(")")?;
            // The cast cuts off the fraction, as GLSL does. A saturated value does not fit 32 bits, and is refused.
            let number = in_32_bits(float as i64).ok_or_else(|| unexpected(function))?;
            return Ok(Value::signed(number).of_type(function.text == "uint"));
        }
        let mut arguments = vec![self.choice(is_live)?];
        while self.cursor.takes(",") {
            arguments.push(self.choice(is_live)?);
        }
        self.cursor.expect(")")?;
        let is_unsigned = arguments.iter().any(|argument| argument.is_unsigned);
        let number = |argument: &Value| argument.of_type(is_unsigned).number;
        let numbers: Vec<i64> = arguments.iter().map(number).collect();
        let of_type = |number: i64| Ok(Value::signed(number).of_type(is_unsigned));
        match (function.text, &numbers[..]) {
            ("int" | "uint", &[_]) => Ok(arguments[0].converted(function.text == "uint")),
            ("abs", &[number]) => of_type(number.abs()),
            ("min", &[one, other]) => of_type(one.min(other)),
            ("max", &[one, other]) => of_type(one.max(other)),
            // `i64::clamp` would panic if the limits are in the wrong order.
            ("clamp", &[number, least, most]) => of_type(number.max(least).min(most)),
            (name, arguments) => {
                let count = arguments.len();
                let known = "abs, clamp, int, max, min and uint are";
                let message = format!(
                    "`{name}` of {count} is not supported in a constant expression: {known}"
                );
                Err(Fault::new(function.offset, message))
            }
        }
    }
}

/// The value, if GLSL's signed or unsigned integers can hold it.
fn in_32_bits(value: i64) -> Option<i64> {
    let all = i64::from(i32::MIN)..=i64::from(u32::MAX);
    all.contains(&value).then_some(value)
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    if let Some(digits) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        i64::from_str_radix(digits, 16).ok()
    } else if digits.len() > 1 && digits.starts_with('0') {
        // A leading 0 is for octal, as in C.
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    }
}

fn float(text: &str) -> Option<f64> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    digits.contains('.').then(|| digits.parse().ok())?
}
